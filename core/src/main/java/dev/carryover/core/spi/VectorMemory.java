package dev.carryover.core.spi;

/** Remembers what embedders returned, so that no text is embedded twice. */
@FunctionalInterface
public interface VectorMemory {
  /** Remembers nothing. */
  VectorMemory NONE = embedder -> embedder;

  /**
   * An embedder that returns what this one does, and embeds only what is not remembered. Vectors
   * are shared: nobody may write to them. Closing it closes the embedder.
   */
  Embedder over(Embedder embedder);
}
