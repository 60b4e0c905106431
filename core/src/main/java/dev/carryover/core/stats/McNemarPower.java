package dev.carryover.core.stats;

import java.util.OptionalInt;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * What the two-sided exact McNemar test can see: its power over how many answers change and how
 * many of those for the better.
 */
public final class McNemarPower {
  private McNemarPower() {}

  /**
   * The probability that the test finds a difference.
   *
   * @param items asked both times
   * @param changed share of the items whose answer changes between right and wrong, in (0, 1]
   * @param difference of the two proportions, from 0 to {@code changed}
   * @param alpha two-sided
   */
  public static double power(int items, double changed, double difference, double alpha) {
    Checks.atLeast("items", 1, items);
    Checks.openProbability("alpha", alpha);
    if (!(difference >= 0 && difference <= changed && changed > 0 && changed <= 1)) {
      throw new IllegalArgumentException(
          "a difference of %s where a share of %s changes".formatted(difference, changed));
    }
    double better = (1 + difference / changed) / 2;
    BinomialDistribution changes = new BinomialDistribution(null, items, changed);
    double power = 0;
    int fewest = -1;
    for (int n = 1; n <= items; n++) {
      while (McNemar.exactP(fewest + 1, n - fewest - 1) < alpha) {
        fewest++;
      }
      if (fewest >= 0) {
        BinomialDistribution gains = new BinomialDistribution(null, n, better);
        double found =
            gains.cumulativeProbability(fewest) + 1 - gains.cumulativeProbability(n - fewest - 1);
        power += changes.probability(n) * found;
      }
    }
    return Math.min(1, power);
  }

  /**
   * The smallest net change, in items, that the test finds with probability {@code power}: as many
   * answers change as were seen to, or as few as make that net change where that is more.
   *
   * @param items asked both times
   * @param changed how many answers were seen to change, in either direction
   * @return absent where even a change of all items would not be found
   */
  public static OptionalInt detectable(int items, int changed, double alpha, double power) {
    Checks.atLeast("changed", 0, changed);
    Checks.openProbability("power", power);
    for (int net = 1; net <= items; net++) {
      double share = (double) Math.max(changed, net) / items;
      if (power(items, share, (double) net / items, alpha) >= power) {
        return OptionalInt.of(net);
      }
    }
    return OptionalInt.empty();
  }
}
