package dev.carryover.formats.notes;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.spi.StoreEditor;
import dev.carryover.core.spi.StoreTarget;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Empties stores. */
record NotesEditor() implements StoreEditor {
  @Override
  public Set<Edit> edits() {
    return Set.of(Edit.EMPTY);
  }

  @Override
  public MemoryStore edit(MemoryStore store, Edit edit, long seed, StoreTarget target) {
    if (edit != Edit.EMPTY) {
      throw new IllegalArgumentException("notes cannot be made " + edit);
    }
    NotesFolder.requireNotes(store);
    Description before = store.manifest().description();
    Description emptied =
        new Description(
            before.format(),
            before.history(),
            before.writer(),
            before.spaces(),
            before.settings(),
            seed,
            Optional.of(new Ancestor(store.manifest().sha256(), "empty")));
    return target.write(emptied, folder -> NotesFolder.write(folder, List.of()));
  }
}
