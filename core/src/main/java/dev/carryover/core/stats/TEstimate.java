package dev.carryover.core.stats;

import java.util.List;
import java.util.Optional;

/**
 * A mean over histories with its standard error, and what Student's t says about it.
 *
 * @param n histories, at least 2; n − 1 degrees of freedom
 * @param mean the estimate, in the units of the values
 * @param standardError of the mean, same units, above 0
 */
public record TEstimate(int n, double mean, double standardError) {
  /** The level of every interval in a report. */
  public static final double REPORTED_LEVEL = 0.95;

  public TEstimate {
    Checks.atLeast("n", 2, n);
    Checks.finite("mean", mean);
    Checks.positive("standardError", standardError);
  }

  /**
   * The plain mean and standard error of one value per history.
   *
   * @return absent for fewer than two values, and where all are equal: a spread of nothing would
   *     count as certainty
   * @throws IllegalArgumentException if a value is not finite
   */
  public static Optional<TEstimate> of(double... values) {
    Checks.finite("values", values);
    if (values.length < 2 || allEqual(values)) {
      return Optional.empty();
    }
    double mean = mean(values);
    return Optional.of(
        new TEstimate(
            values.length, mean, standardDeviation(values, mean) / Math.sqrt(values.length)));
  }

  /**
   * The gate's estimate: the standard error is the larger of {@code s/√n} and {@code √(Σ v_i)/n},
   * so that a tie on every probe, or a ceiling, is no certainty.
   *
   * @return absent for fewer than two histories
   */
  public static Optional<TEstimate> floored(List<HistoryDifference> histories) {
    int n = histories.size();
    if (n < 2) {
      return Optional.empty();
    }
    double[] means = histories.stream().mapToDouble(HistoryDifference::mean).toArray();
    double variances = 0;
    for (HistoryDifference history : histories) {
      variances += history.samplingVariance();
    }
    double mean = mean(means);
    double observed = standardDeviation(means, mean) / Math.sqrt(n);
    return Optional.of(new TEstimate(n, mean, Math.max(observed, Math.sqrt(variances) / n)));
  }

  public int degreesOfFreedom() {
    return n - 1;
  }

  /** The 95 % t interval. */
  public Interval interval() {
    return interval(REPORTED_LEVEL);
  }

  /** The two-sided t interval at {@code level}, between 0 and 1. */
  public Interval interval(double level) {
    Checks.openProbability("level", level);
    double reach = StudentT.upperQuantile((1 - level) / 2, degreesOfFreedom()) * standardError;
    return new Interval(mean - reach, mean + reach);
  }

  /** {@code (mean − margin)/SE}. */
  public double statistic(double margin) {
    return (mean - Checks.finite("margin", margin)) / standardError;
  }

  /** One-sided p of "the true mean is not under the margin". */
  public double pBelow(double margin) {
    return StudentT.lowerTail(statistic(margin), degreesOfFreedom());
  }

  /** One-sided p of "the true mean is not over the margin". */
  public double pAbove(double margin) {
    return StudentT.upperTail(statistic(margin), degreesOfFreedom());
  }

  static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static double standardDeviation(double[] values, double mean) {
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return Math.sqrt(squares / (values.length - 1));
  }

  private static boolean allEqual(double[] values) {
    for (double value : values) {
      if (value != values[0]) {
        return false;
      }
    }
    return true;
  }
}
