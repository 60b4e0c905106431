package dev.carryover.core.embedding;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.ServiceException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Counts letters into buckets; remembers what it was asked. Fails on the text {@code "broken"}. */
final class LetterEmbedder implements Embedder {
  private final String name;
  private final int dimension;
  private final int shift;
  private final List<String> asked = new CopyOnWriteArrayList<>();

  /**
   * @param shift moves every letter to another bucket: another space of the same dimension
   */
  LetterEmbedder(String name, int dimension, int shift) {
    this.name = name;
    this.dimension = dimension;
    this.shift = shift;
  }

  List<String> asked() {
    return asked;
  }

  @Override
  public EmbedderIdentity identity() {
    return EmbedderIdentity.of(
        name, EmbedderIdentity.CANARY_TEXTS.stream().map(text -> vector(text, 0)).toList());
  }

  @Override
  public List<float[]> embed(List<String> texts, Purpose purpose) {
    asked.addAll(texts);
    if (texts.contains("broken")) {
      throw new ServiceException("embedder '" + name + "' cannot embed 'broken'");
    }
    return texts.stream().map(text -> vector(text, purpose == Purpose.QUERY ? 1 : 0)).toList();
  }

  private float[] vector(String text, int purpose) {
    double[] counts = new double[dimension];
    counts[purpose] = 0.5;
    for (int i = 0; i < text.length(); i++) {
      counts[(text.charAt(i) * (i % 5 + 1) + shift) % dimension]++;
    }
    double squares = 0;
    for (double count : counts) {
      squares += count * count;
    }
    float[] vector = new float[dimension];
    for (int d = 0; d < dimension; d++) {
      vector[d] = (float) (counts[d] / Math.sqrt(squares));
    }
    return vector;
  }
}
