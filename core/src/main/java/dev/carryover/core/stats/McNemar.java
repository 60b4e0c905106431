package dev.carryover.core.stats;

import org.apache.commons.math3.special.Beta;

/**
 * McNemar's exact test on paired answers. It ignores clustering: use it within one history, or on
 * items that are independent.
 */
public final class McNemar {
  private McNemar() {}

  /**
   * The two-sided exact p: twice the smaller binomial tail at one half, at most 1.
   *
   * @param lost answers right before and wrong after
   * @param gained answers wrong before and right after
   * @return 1 where no answer changed
   */
  public static double exactP(int lost, int gained) {
    Checks.atLeast("lost", 0, lost);
    Checks.atLeast("gained", 0, gained);
    int fewer = Math.min(lost, gained);
    int more = Math.max(lost, gained);
    if (fewer == more) {
      return 1;
    }
    return Math.min(1, 2 * Beta.regularizedBeta(0.5, more, fewer + 1.0));
  }
}
