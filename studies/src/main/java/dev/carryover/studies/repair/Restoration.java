package dev.carryover.studies.repair;

import dev.carryover.repair.recover.Attempt;
import dev.carryover.repair.recover.CostToRecover;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One history under one method in one direction: what restores it, and at what cost (spec 1.12).
 *
 * @param own accuracy of the store that the receiving side wrote itself; empty where it is not
 *     known
 * @param attempts one for each budget, at a cost in the {@link Unit} of the method
 */
record Restoration(OptionalDouble own, List<Attempt> attempts) {
  Restoration {
    attempts = List.copyOf(attempts);
  }

  /**
   * The cost to restore. Empty, for infinite, where no attempt does, and where the own store
   * answers nothing that could be restored.
   *
   * @param target share of the own store's accuracy, over 0 and at most 1
   */
  OptionalDouble cost(double target) {
    return own.stream()
        .boxed()
        .flatMap(accuracy -> CostToRecover.of(accuracy, attempts, target).stream())
        .mapToDouble(Attempt::cost)
        .findFirst();
  }
}
