package dev.carryover.studies.items;

import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.McNemar;
import dev.carryover.core.stats.McNemarPower;
import dev.carryover.core.stats.PairedDifference;
import java.util.OptionalInt;

/**
 * The same items in two arms.
 *
 * @param both right in the first and in the second
 * @param lost right in the first alone
 * @param gained right in the second alone
 * @param neither wrong in both
 */
public record Pairing(int both, int lost, int gained, int neither) {
  /** Two-sided level of every test, and of an effect that a design should have seen. */
  public static final double ALPHA = 0.05;

  private static final double POWER = 0.8;

  /** No item yet. */
  static final Pairing NONE = new Pairing(0, 0, 0, 0);

  Pairing with(boolean before, boolean after) {
    return new Pairing(
        both + (before && after ? 1 : 0),
        lost + (before && !after ? 1 : 0),
        gained + (!before && after ? 1 : 0),
        neither + (!before && !after ? 1 : 0));
  }

  /** How many items. */
  public int items() {
    return both + lost + gained + neither;
  }

  /** How many more are right in the second arm; negative where fewer are. */
  public int net() {
    return gained - lost;
  }

  /** The exact McNemar test, two-sided. */
  public double p() {
    return McNemar.exactP(lost, gained);
  }

  /** The 95 % interval of net gain as a share of the items. */
  public Interval interval() {
    return PairedDifference.interval(both, lost, gained, neither)
        .orElseThrow(() -> new IllegalStateException("an interval without an item"));
  }

  /**
   * The smallest net change, in items, that the test finds with 80 % power when as many answers
   * change as did; absent where it could find none.
   */
  public OptionalInt detectable() {
    return McNemarPower.detectable(items(), lost + gained, ALPHA, POWER);
  }
}
