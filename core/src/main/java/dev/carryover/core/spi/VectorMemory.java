package dev.carryover.core.spi;

/** Remembers what embedders returned, so that no text is embedded twice. */
@FunctionalInterface
public interface VectorMemory {
  /** Remembers nothing. */
  VectorMemory NONE = (embedder, repeat) -> embedder;

  /**
   * An embedder that returns what this one does, and embeds only what is not remembered. Vectors
   * are shared: nobody may write to them. Closing it closes the embedder.
   *
   * @param repeat what is embedded again to see whether it changes has a memory of its own; 0 for
   *     all else
   */
  Embedder over(Embedder embedder, int repeat);
}
