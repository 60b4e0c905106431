package dev.carryover.repair.recover;

import dev.carryover.core.report.RepairReport;
import dev.carryover.core.report.RepairReport.Choice;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The cheapest way to a target for a whole store: one method at one budget for all histories.
 *
 * @param all how many histories the store has
 */
record Choices(PlaceGrid grid, int all) {
  /** The choice for a target. */
  Choice at(double target) {
    OptionalDouble own = PlaceGrid.mean(grid.own());
    if (own.isEmpty() || own.getAsDouble() == 0) {
      return without(target, RepairReport.NOT_MEASURABLE, OptionalDouble.empty());
    }
    OptionalDouble inherited = PlaceGrid.mean(grid.inherited());
    if (new Attempt("", 0, 0, inherited, false).restores(own.getAsDouble(), target)) {
      return without(target, RepairReport.NONE_NEEDED, inherited);
    }
    Optional<Tried> cheapest =
        grid.tried().stream()
            .filter(some -> some.restores(own.getAsDouble(), target))
            .min(
                Comparator.comparingDouble((Tried some) -> some.expectedCost(all).orElseThrow())
                    .thenComparingInt(Tried::effort));
    return cheapest
        .map(some -> with(target, some))
        .orElseGet(() -> without(target, RepairReport.NOT_RESTORED, best()));
  }

  private OptionalDouble best() {
    return grid.tried().stream().flatMapToDouble(some -> some.accuracy().stream()).max();
  }

  private Choice with(double target, Tried some) {
    return new Choice(
        grid.format(),
        grid.direction(),
        target,
        RepairReport.REPAIR,
        Optional.of(some.method()),
        OptionalInt.of(some.effort()),
        some.expectedCost(all),
        some.accuracy());
  }

  private Choice without(double target, String outcome, OptionalDouble accuracy) {
    return new Choice(
        grid.format(),
        grid.direction(),
        target,
        outcome,
        Optional.empty(),
        OptionalInt.empty(),
        OptionalDouble.empty(),
        accuracy);
  }
}
