package dev.carryover.core.metrics;

import java.util.OptionalDouble;

/** How an inherited store compares with the store that the new component wrote itself. */
public final class Portability {
  /** An own-store score must beat chance by this much before a ratio to it means anything. */
  public static final double RANGE_OVER_CHANCE = 0.20;

  /**
   * Scores are ratios of counts: what differs by less than this is equal but for binary rounding.
   */
  private static final double ROUNDING = 1e-12;

  private Portability() {}

  /**
   * RPAS of one history, (inherited - chance) / (own - chance), unclipped: 1 is no loss, over 1 the
   * inherited store is better (spec 1.5).
   *
   * @return nothing where own is under chance + 0.20
   */
  public static OptionalDouble rpas(double inherited, double own, double chance) {
    return own - chance < RANGE_OVER_CHANCE - ROUNDING
        ? OptionalDouble.empty()
        : OptionalDouble.of((inherited - chance) / (own - chance));
  }

  /**
   * Own minus inherited: a loss is positive (spec 1.5; the paper's table T3 has the other sign).
   */
  public static double delta(double inherited, double own) {
    return own - inherited;
  }
}
