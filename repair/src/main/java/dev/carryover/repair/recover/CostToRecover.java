package dev.carryover.repair.recover;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The least that must be spent on one history: {@code CTR_i(X) = min over methods and budgets of
 * cost, such that the repaired accuracy is at least X times the own-store accuracy} (spec 1.5).
 */
public final class CostToRecover {
  /** The shares of own-store accuracy that the paper asks for. */
  public static final List<Double> TARGETS = List.of(0.90, 0.95, 0.99);

  private CostToRecover() {}

  /**
   * The cheapest attempt that restores the target; at equal cost the smaller effort, then the one
   * that is listed first.
   *
   * @param own accuracy on the store that the new component wrote itself
   * @param target share of it, over 0 and at most 1
   * @return empty where none does, and where own is 0: then the cost is infinite, or there is
   *     nothing to recover
   */
  public static Optional<Attempt> of(double own, List<Attempt> attempts, double target) {
    if (!(target > 0 && target <= 1)) {
      throw new IllegalArgumentException("target is " + target + ", must be over 0 and at most 1");
    }
    return attempts.stream()
        .filter(attempt -> attempt.restores(own, target))
        .min(Comparator.comparingDouble(Attempt::cost).thenComparingInt(Attempt::effort));
  }

  /** The middle of some costs, the mean of the middle two where their number is even. */
  public static OptionalDouble median(double... costs) {
    if (costs.length == 0) {
      return OptionalDouble.empty();
    }
    double[] sorted = costs.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return OptionalDouble.of(
        sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2);
  }
}
