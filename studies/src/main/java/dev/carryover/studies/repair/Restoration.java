package dev.carryover.studies.repair;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One history under one method in one direction: what restores it, and at what cost (spec 1.12).
 *
 * @param own accuracy of the store that the receiving side wrote itself; empty where it is not
 *     known
 * @param attempts one for each budget
 */
record Restoration(OptionalDouble own, List<Attempt> attempts) {
  /** Far under the share of one answer. */
  private static final double ROUNDING = 1e-12;

  Restoration {
    attempts = List.copyOf(attempts);
  }

  /**
   * A repair at one budget.
   *
   * @param accuracy of the repaired store
   * @param cost in the {@link Unit} of its method
   * @param failed whether an output limit ended it: such a repair restores nothing, whatever its
   *     degraded store scores
   */
  record Attempt(double accuracy, double cost, boolean failed) {}

  /**
   * The cost to restore: that of the cheapest attempt whose accuracy is at least this share of its
   * own store's. Empty, for infinite, where none is, and where the own store answers nothing that
   * could be restored.
   *
   * @param target share of the own store's accuracy, over 0 and at most 1
   */
  OptionalDouble cost(double target) {
    if (own.isEmpty() || own.getAsDouble() <= 0) {
      return OptionalDouble.empty();
    }
    return attempts.stream()
        .filter(attempt -> !attempt.failed())
        .filter(attempt -> attempt.accuracy() >= target * own.getAsDouble() - ROUNDING)
        .mapToDouble(Attempt::cost)
        .min();
  }

  /** The median of costs; empty where there is none. */
  static OptionalDouble median(double[] costs) {
    if (costs.length == 0) {
      return OptionalDouble.empty();
    }
    double[] sorted = costs.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return OptionalDouble.of(
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
  }
}
