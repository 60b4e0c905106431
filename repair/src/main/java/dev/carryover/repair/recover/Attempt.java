package dev.carryover.repair.recover;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * One repair of one history.
 *
 * @param method its name
 * @param effort in per cent of the method's full effort
 * @param cost what it took, 0 or more
 * @param accuracy of the repaired store, also where the repair failed; absent where no probe counts
 * @param failed whether it counts as failed though a store came of it, such as at an output limit
 */
public record Attempt(
    String method, int effort, double cost, OptionalDouble accuracy, boolean failed) {
  /** Products of fractions miss the exact value by less than this. */
  static final double ROUNDING = 1e-12;

  public Attempt {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(accuracy, "accuracy");
    if (!(cost >= 0 && Double.isFinite(cost))) {
      throw new IllegalArgumentException("cost is " + cost);
    }
  }

  /**
   * Whether it restores the target share of an own-store accuracy. A failed repair restores
   * nothing: it is a failed repair at that budget, though its store is kept and scored (spec 1.12).
   */
  boolean restores(double own, double target) {
    return !failed && reaches(own, target);
  }

  /** Whether its store reaches the target share, failed or not. */
  boolean reaches(double own, double target) {
    return own > 0 && accuracy.isPresent() && accuracy.getAsDouble() >= target * own - ROUNDING;
  }
}
