package dev.carryover.core.stats;

import java.util.Optional;

/**
 * The difference of two proportions that were measured on the same items, with its 95 % interval:
 * method 10 of Newcombe 1998 (Statistics in Medicine 17, 2635), which joins the Wilson intervals of
 * both by their correlation.
 */
public final class PairedDifference {
  private PairedDifference() {}

  /**
   * The interval of (gained − lost) / items, within [-1, 1].
   *
   * @param both items right before and after
   * @param lost right before and wrong after
   * @param gained wrong before and right after
   * @param neither wrong both times
   * @return absent without an item
   */
  public static Optional<Interval> interval(int both, int lost, int gained, int neither) {
    Checks.atLeast("both", 0, both);
    Checks.atLeast("lost", 0, lost);
    Checks.atLeast("gained", 0, gained);
    Checks.atLeast("neither", 0, neither);
    int items = both + lost + gained + neither;
    Optional<Interval> before = Wilson.interval(both + lost, items);
    Optional<Interval> after = Wilson.interval(both + gained, items);
    if (before.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    double correlation = correlation(both, lost, gained, neither);
    double from = (double) (both + lost) / items;
    double to = (double) (both + gained) / items;
    double down = reach(to - after.get().low(), before.get().high() - from, correlation);
    double up = reach(after.get().high() - to, from - before.get().low(), correlation);
    return Optional.of(new Interval(to - from - down, to - from + up));
  }

  private static double reach(double one, double other, double correlation) {
    return Math.sqrt(Math.max(0, one * one - 2 * correlation * one * other + other * other));
  }

  /** Phi with a continuity correction where it is positive; 0 where a margin is empty. */
  private static double correlation(int both, int lost, int gained, int neither) {
    double margins =
        (double) (both + lost) * (gained + neither) * (both + gained) * (lost + neither);
    double product = (double) both * neither - (double) lost * gained;
    double half = (both + lost + gained + neither) / 2.0;
    double corrected = product > 0 ? Math.max(0, product - half) : product;
    return margins == 0 ? 0 : corrected / Math.sqrt(margins);
  }
}
