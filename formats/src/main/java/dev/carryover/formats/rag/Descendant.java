package dev.carryover.formats.rag;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import java.util.List;
import java.util.Optional;

/** Describes a store that is made from another. */
final class Descendant {
  private Descendant() {}

  static Description of(
      MemoryStore ancestor, String method, List<EmbedderIdentity> spaces, long seed) {
    Description before = ancestor.manifest().description();
    return new Description(
        before.format(),
        before.history(),
        before.writer(),
        spaces,
        before.settings(),
        seed,
        Optional.of(new Ancestor(ancestor.manifest().sha256(), method)));
  }
}
