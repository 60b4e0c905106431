package dev.carryover.formats.rag;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.ServiceException;
import java.util.List;

/** Embeds what is to be stored, and refuses what cannot be stored. */
final class Embedding {
  private Embedding() {}

  /**
   * The vector of each item's text, in order.
   *
   * @throws ServiceException if the embedder returns another number of vectors, or vectors that are
   *     not what its identity says
   */
  static List<float[]> ofItems(List<StoredItem> items, Embedder embedder) {
    if (items.isEmpty()) {
      return List.of();
    }
    List<float[]> vectors =
        embedder.embed(items.stream().map(StoredItem::text).toList(), Purpose.DOCUMENT);
    EmbedderIdentity identity = embedder.identity();
    if (vectors.size() != items.size()) {
      throw new ServiceException(
          "embedder '%s' returned %d vectors for %d texts"
              .formatted(identity.name(), vectors.size(), items.size()));
    }
    for (int i = 0; i < vectors.size(); i++) {
      requireVector(vectors.get(i), identity, items.get(i).id());
    }
    return vectors;
  }

  private static void requireVector(float[] vector, EmbedderIdentity identity, String item) {
    if (vector.length != identity.dimension()) {
      throw new ServiceException(
          "embedder '%s' of dimension %d returned %d numbers for item '%s'"
              .formatted(identity.name(), identity.dimension(), vector.length, item));
    }
    for (float coordinate : vector) {
      if (!Float.isFinite(coordinate)) {
        throw new ServiceException(
            "embedder '%s' returned %s in the vector of item '%s'"
                .formatted(identity.name(), coordinate, item));
      }
    }
  }
}
