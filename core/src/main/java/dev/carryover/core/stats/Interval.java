package dev.carryover.core.stats;

/**
 * A confidence interval, in the units of what was estimated.
 *
 * @param low the lower limit, finite
 * @param high the upper limit, finite, not under {@code low}
 */
public record Interval(double low, double high) {
  public Interval {
    Checks.finite("low", low);
    Checks.finite("high", high);
    if (low > high) {
      throw new IllegalArgumentException("low " + low + " is above high " + high);
    }
  }
}
