package dev.carryover.formats.kgfixed;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.spi.StoreEditor;
import dev.carryover.core.spi.StoreTarget;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Empties stores: the schema stays, no claim does. */
final class KgEditor implements StoreEditor {
  @Override
  public Set<Edit> edits() {
    return Set.of(Edit.EMPTY);
  }

  @Override
  public MemoryStore edit(MemoryStore store, Edit edit, long seed, StoreTarget target) {
    if (edit != Edit.EMPTY) {
      throw new IllegalArgumentException(KgFixedProvider.NAME + " stores cannot be made " + edit);
    }
    KgContent emptied = new KgContent(KgContent.of(store).schema(), List.of());
    Description original = store.manifest().description();
    return target.write(
        new Description(
            original.format(),
            original.history(),
            original.writer(),
            original.spaces(),
            original.settings(),
            seed,
            Optional.of(new Ancestor(store.manifest().sha256(), "empty"))),
        emptied::writeTo);
  }
}
