package dev.carryover.formats.rag;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.spi.Embedder;
import java.util.List;

/** The vectors of another embedder backwards, after some zeros. */
record ReorderedEmbedder(Embedder other, int zeros) implements Embedder {
  @Override
  public EmbedderIdentity identity() {
    return EmbedderIdentity.of("reordered", embed(EmbedderIdentity.CANARY_TEXTS, Purpose.DOCUMENT));
  }

  @Override
  public List<float[]> embed(List<String> texts, Purpose purpose) {
    return other.embed(texts, purpose).stream()
        .map(
            vector -> {
              float[] reordered = new float[vector.length + zeros];
              for (int i = 0; i < vector.length; i++) {
                reordered[reordered.length - 1 - i] = vector[i];
              }
              return reordered;
            })
        .toList();
  }
}
