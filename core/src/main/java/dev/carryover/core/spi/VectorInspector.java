package dev.carryover.core.spi;

import dev.carryover.core.MemoryStore;
import java.util.List;

/** Looks at the vectors in a store. */
public interface VectorInspector {
  /**
   * A seeded sample of stored texts with their vectors, in the store's order.
   *
   * @param count at most this many
   */
  List<EmbeddedText> sample(MemoryStore store, int count, long seed);

  /**
   * A text with its stored vector.
   *
   * @param item id of the item
   * @param text what was embedded
   * @param vector as stored
   */
  record EmbeddedText(String item, String text, float[] vector) {}
}
