package dev.carryover.formats.state;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.spi.StoreEditor;
import dev.carryover.core.spi.StoreTarget;
import java.util.Optional;
import java.util.Set;

/**
 * Empties stores: no state is left, and a reader that opens one reads nothing first.
 *
 * @param format its name
 */
record StateEditor(String format) implements StoreEditor {
  @Override
  public Set<Edit> edits() {
    return Set.of(Edit.EMPTY);
  }

  @Override
  public MemoryStore edit(MemoryStore store, Edit edit, long seed, StoreTarget target) {
    if (edit != Edit.EMPTY) {
      throw new IllegalArgumentException(format + " stores cannot be made " + edit);
    }
    StateContent.of(store, format);
    Description before = store.manifest().description();
    return target.write(
        new Description(
            before.format(),
            before.history(),
            before.writer(),
            before.spaces(),
            before.settings(),
            seed,
            Optional.of(new Ancestor(store.manifest().sha256(), "empty"))),
        content -> {});
  }
}
