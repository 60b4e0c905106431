package dev.carryover.formats.rag;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.ServiceException;
import java.util.List;

/** Embeds texts, and refuses what an embedder must not return. */
final class Embedding {
  private Embedding() {}

  /**
   * The vector of each text, in order; an empty list costs no call.
   *
   * @throws ServiceException if the embedder returns another number of vectors, or vectors that are
   *     not what its identity says
   */
  static List<float[]> of(List<String> texts, Purpose purpose, Embedder embedder) {
    if (texts.isEmpty()) {
      return List.of();
    }
    List<float[]> vectors = embedder.embed(texts, purpose);
    EmbedderIdentity identity = embedder.identity();
    if (vectors.size() != texts.size()) {
      throw new ServiceException(
          "embedder '%s' returned %d vectors for %d texts"
              .formatted(identity.name(), vectors.size(), texts.size()));
    }
    for (int i = 0; i < vectors.size(); i++) {
      requireVector(vectors.get(i), identity, i);
    }
    return vectors;
  }

  /** The vector of each item's text, as {@link #of}. */
  static List<float[]> ofItems(List<StoredItem> items, Embedder embedder) {
    return of(items.stream().map(StoredItem::text).toList(), Purpose.DOCUMENT, embedder);
  }

  private static void requireVector(float[] vector, EmbedderIdentity identity, int text) {
    if (vector.length != identity.dimension()) {
      throw new ServiceException(
          "embedder '%s' of dimension %d returned %d numbers for text %d of a call"
              .formatted(identity.name(), identity.dimension(), vector.length, text + 1));
    }
    for (float coordinate : vector) {
      if (!Float.isFinite(coordinate)) {
        throw new ServiceException(
            "embedder '%s' returned %s in the vector of text %d of a call"
                .formatted(identity.name(), coordinate, text + 1));
      }
    }
  }
}
