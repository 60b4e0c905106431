package dev.carryover.core.stats;

import java.util.Optional;
import org.apache.commons.math3.special.Erf;

/** Wilson's score interval of a proportion (Wilson 1927), without continuity correction. */
public final class Wilson {
  private Wilson() {}

  /** The 95 % interval; see {@link #interval(int, int, double)}. */
  public static Optional<Interval> interval(int successes, int trials) {
    return interval(successes, trials, TEstimate.REPORTED_LEVEL);
  }

  /**
   * The two-sided interval of {@code successes/trials} at {@code level}, within [0, 1].
   *
   * @return absent without a trial
   * @throws IllegalArgumentException if there are more successes than trials, or fewer than none
   */
  public static Optional<Interval> interval(int successes, int trials, double level) {
    Checks.openProbability("level", level);
    Checks.atLeast("successes", 0, successes);
    Checks.atLeast("trials, with " + successes + " successes,", successes, trials);
    if (trials == 0) {
      return Optional.empty();
    }
    double z = Math.sqrt(2) * Erf.erfInv(level);
    double share = (double) successes / trials;
    double spread = z * z / trials;
    double centre = (share + spread / 2) / (1 + spread);
    double reach =
        z * Math.sqrt(share * (1 - share) / trials + spread / (4.0 * trials)) / (1 + spread);
    double low = successes == 0 ? 0 : Math.max(0, centre - reach);
    double high = successes == trials ? 1 : Math.min(1, centre + reach);
    return Optional.of(new Interval(low, high));
  }
}
