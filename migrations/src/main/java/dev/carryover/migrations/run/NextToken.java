package dev.carryover.migrations.run;

import java.util.OptionalDouble;

/** How far two distributions of the token that begins an answer are apart. */
final class NextToken {
  private NextToken() {}

  /**
   * The Kullback-Leibler divergence of the second from the first, {@code Σ p (ln p − ln q)}, in
   * nats.
   *
   * @param first natural logarithms of probabilities, by token id
   * @param second the same over the same vocabulary
   * @return empty where there are none, or they are of two vocabularies
   */
  static OptionalDouble divergence(float[] first, float[] second) {
    if (first.length == 0 || first.length != second.length) {
      return OptionalDouble.empty();
    }
    double sum = 0;
    for (int token = 0; token < first.length; token++) {
      double probability = Math.exp(first[token]);
      if (probability != 0) {
        sum += probability * ((double) first[token] - second[token]);
      }
    }
    return Double.isFinite(sum) ? OptionalDouble.of(sum) : OptionalDouble.empty();
  }
}
