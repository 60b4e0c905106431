package dev.carryover.core.stats;

/** What a sample without a single bad history leaves open. */
public final class UndetectedShare {
  private static final double MISSED_WITH = 0.05;

  private UndetectedShare() {}

  /**
   * The 95 % upper bound on the share of histories that lose more than the margin, if none of
   * {@code histories} did: {@code 1 − 0.05^(1/n)}, the exact binomial bound at zero.
   *
   * @param histories at least 1
   */
  public static double upperBound(int histories) {
    Checks.atLeast("histories", 1, histories);
    return -Math.expm1(Math.log(MISSED_WITH) / histories);
  }
}
