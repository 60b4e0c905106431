package dev.carryover.formats.rag;

import dev.carryover.core.EmbedderIdentity;

/** Names vector spaces for people. */
final class Spaces {
  private Spaces() {}

  static String inWords(EmbedderIdentity space) {
    return "'%s' (dimension %d, fingerprint %s)"
        .formatted(space.name(), space.dimension(), space.fingerprint());
  }
}
