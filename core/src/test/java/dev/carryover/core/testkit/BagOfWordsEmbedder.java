package dev.carryover.core.testkit;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.spi.Embedder;
import java.util.List;
import java.util.Locale;

/**
 * A tiny embedder for tests: every word adds four signed unit steps along directions that its hash
 * chooses, and the sum is scaled to length 1. Texts that share words are close; another seed is
 * another space. A text without words is the first unit vector. Words are runs of letters and
 * digits, in lower case; the purpose makes no difference.
 */
public final class BagOfWordsEmbedder implements Embedder {
  private static final int STEPS_PER_WORD = 4;

  private final int dimension;
  private final long seed;
  private final EmbedderIdentity identity;

  /**
   * @param name as identities show it
   * @param dimension of the vectors, at least 1
   * @param seed of the hash
   */
  public BagOfWordsEmbedder(String name, int dimension, long seed) {
    this.dimension = dimension;
    this.seed = seed;
    this.identity =
        EmbedderIdentity.of(name, embed(EmbedderIdentity.CANARY_TEXTS, Purpose.DOCUMENT));
  }

  @Override
  public EmbedderIdentity identity() {
    return identity;
  }

  @Override
  public List<float[]> embed(List<String> texts, Purpose purpose) {
    return texts.stream().map(this::vector).toList();
  }

  private float[] vector(String text) {
    double[] sum = new double[dimension];
    for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+")) {
      if (!word.isEmpty()) {
        add(word, sum);
      }
    }
    double square = 0;
    for (double coordinate : sum) {
      square += coordinate * coordinate;
    }
    if (square == 0) {
      sum[0] = 1;
      square = 1;
    }
    float[] vector = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      vector[i] = (float) (sum[i] / Math.sqrt(square));
    }
    return vector;
  }

  private void add(String word, double[] sum) {
    long state = seed;
    for (int i = 0; i < word.length(); i++) {
      state = mix(state ^ word.charAt(i));
    }
    for (int step = 0; step < STEPS_PER_WORD; step++) {
      state = mix(state + step);
      sum[(int) Long.remainderUnsigned(state, dimension)] += state < 0 ? -1 : 1;
    }
  }

  /** The finaliser of SplitMix64. */
  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
