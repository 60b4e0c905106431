package dev.carryover.core.stats;

import java.util.Arrays;

/** The resampled values of one contrast. Reported beside the t tests; it never decides. */
public final class BootstrapDistribution {
  private final String name;
  private final double estimate;
  private final double[] sorted;

  BootstrapDistribution(String name, double estimate, double[] values) {
    this.name = name;
    this.estimate = estimate;
    this.sorted = values.clone();
    Arrays.sort(sorted);
  }

  /** The contrast's name. */
  public String name() {
    return name;
  }

  /** The point estimate from the unresampled histories. */
  public double estimate() {
    return estimate;
  }

  public int resamples() {
    return sorted.length;
  }

  /** The 95 % percentile interval. */
  public Interval interval() {
    return interval(TEstimate.REPORTED_LEVEL);
  }

  /**
   * The percentile interval at {@code level}, quantiles interpolated linearly between order
   * statistics (Hyndman and Fan's type 7, NumPy's default).
   */
  public Interval interval(double level) {
    Checks.openProbability("level", level);
    return new Interval(quantile((1 - level) / 2), quantile((1 + level) / 2));
  }

  /**
   * One-sided p of "the true value is not over the margin": {@code (1 + resamples at or under
   * it)/(1 + resamples)} (Davison and Hinkley 1997, 4.2).
   */
  public double pAbove(double margin) {
    Checks.finite("margin", margin);
    return (1.0 + Arrays.stream(sorted).filter(value -> value <= margin).count())
        / (1.0 + sorted.length);
  }

  /** One-sided p of "the true value is not under the margin", likewise. */
  public double pBelow(double margin) {
    Checks.finite("margin", margin);
    return (1.0 + Arrays.stream(sorted).filter(value -> value >= margin).count())
        / (1.0 + sorted.length);
  }

  private double quantile(double probability) {
    double place = probability * (sorted.length - 1);
    int below = (int) Math.floor(place);
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
