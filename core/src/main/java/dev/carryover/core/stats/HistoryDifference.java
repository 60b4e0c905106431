package dev.carryover.core.stats;

/**
 * What one history lost: the mean over its probes of reference − rollout, as a fraction of 1.
 *
 * @param history the history's id
 * @param mean in [−1, 1], positive when the rollout is worse
 * @param samplingVariance of that mean, from the probes of this history, above 0
 * @param probes how many probes were scored in both, at least 1
 */
public record HistoryDifference(String history, double mean, double samplingVariance, int probes) {
  /** Averages of repeats may miss ±1 by rounding. */
  private static final double ROUNDING = 1e-9;

  public HistoryDifference {
    Checks.named("history", history);
    requireDifference("the mean of history " + history, mean);
    Checks.positive("the sampling variance of history " + history, samplingVariance);
    Checks.atLeast("the number of probes of history " + history, 1, probes);
  }

  /**
   * Averages a history's probes. The variance is estimated with one added gain and one added loss,
   * so that it is never 0: {@code [(Σ d² + 2)/(m + 2) − (Σ d/(m + 2))²]/(m + 2)}.
   *
   * @param probeDifferences reference − rollout per probe, repeats averaged first, each in [−1, 1]
   * @throws IllegalArgumentException without a probe, and if a difference is NaN or out of range
   */
  public static HistoryDifference of(String history, double[] probeDifferences) {
    int m = probeDifferences.length;
    if (m == 0) {
      throw new IllegalArgumentException(
          "history "
              + history
              + " has no probe that was scored in both reference and rollout: leave it out");
    }
    double sum = 0;
    double squares = 0;
    for (int j = 0; j < m; j++) {
      double d = probeDifferences[j];
      if (!(Math.abs(d) <= 1 + ROUNDING)) {
        requireDifference("probe " + j + " of history " + history, d);
      }
      sum += d;
      squares += d * d;
    }
    double shrunk = sum / (m + 2);
    double variance = ((squares + 2) / (m + 2) - shrunk * shrunk) / (m + 2);
    return new HistoryDifference(history, sum / m, variance, m);
  }

  private static void requireDifference(String what, double value) {
    if (!(Math.abs(value) <= 1 + ROUNDING)) {
      throw new IllegalArgumentException(
          what
              + " is "
              + value
              + ": a difference of two measures lies in [-1, 1]; leave unscored probes out");
    }
  }
}
