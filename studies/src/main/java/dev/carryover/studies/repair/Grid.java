package dev.carryover.studies.repair;

import dev.carryover.core.Cell;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.spi.RepairMethod.Rung;
import dev.carryover.migrations.plan.Treatments;
import dev.carryover.repair.recover.Attempt;
import dev.carryover.studies.swap.Formats;
import dev.carryover.studies.swap.Trial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What repairs of one format scored and took, as a finished run tells it. */
final class Grid {
  private final Trial trial;

  Grid(Trial trial) {
    this.trial = trial;
  }

  /**
   * A method at one budget, in one direction.
   *
   * @param percent of its full effort
   * @param accuracy of the repaired stores, by history
   * @param prices by history
   */
  record Rungs(int percent, Map<String, Double> accuracy, Map<String, RepairPrice> prices) {
    /** How many repairs failed, their degraded stores scored all the same. */
    int failed() {
      return (int) prices.values().stream().filter(price -> price.failure().isPresent()).count();
    }
  }

  /**
   * What the costs of a method count: texts where it embeds, tokens where any model of this run
   * counted them, else calls.
   */
  Unit unit(Method method) {
    if (method == Method.RE_EMBED) {
      return Unit.TEXTS;
    }
    return trial.repairs().values().stream().anyMatch(price -> Unit.TOKENS.cost(price) > 0)
        ? Unit.TOKENS
        : Unit.CALLS;
  }

  /** The histories, in order. */
  List<String> histories() {
    return trial.plan().histories();
  }

  /** What the stores of the receiving side's own score, by history. */
  Map<String, Double> own(Method method, String direction) {
    return trial.perHistory(method.format(), direction, Treatments.OWN, Formats.ACCURACY);
  }

  /** What stores score that a method repaired at one budget, by history; empty if none was. */
  Map<String, Double> accuracy(Method method, String direction, int percent) {
    return trial.perHistory(
        method.format(), direction, treatment(method, percent), Formats.ACCURACY);
  }

  /** The budgets of a method that were measured, cheapest first. */
  List<Rungs> rungs(Method method, String direction) {
    List<Rungs> rungs = new ArrayList<>();
    for (int percent : Method.RUNGS) {
      trial
          .plan()
          .treatment(method.format(), direction, treatment(method, percent))
          .flatMap(PlannedTreatment::cell)
          .map(cell -> new Rungs(percent, accuracy(method, direction, percent), prices(cell)))
          .ifPresent(rungs::add);
    }
    return rungs;
  }

  private static String treatment(Method method, int percent) {
    return Treatments.repaired(method.repair(), Rung.percent(percent));
  }

  private Map<String, RepairPrice> prices(Cell cell) {
    Map<String, RepairPrice> prices = new LinkedHashMap<>();
    for (String history : histories()) {
      RepairPrice price = trial.repairs().get(cell.withHistory(history).id());
      if (price != null) {
        prices.put(history, price);
      }
    }
    return prices;
  }

  /** What restores each history, in order. */
  Map<String, Restoration> restorations(Method method, String direction) {
    List<Rungs> rungs = rungs(method, direction);
    Map<String, Double> own = own(method, direction);
    Map<String, Restoration> restorations = new LinkedHashMap<>();
    for (String history : histories()) {
      Double fresh = own.get(history);
      restorations.put(
          history,
          new Restoration(
              fresh == null ? OptionalDouble.empty() : OptionalDouble.of(fresh),
              rungs.stream().flatMap(rung -> attempt(method, rung, history).stream()).toList()));
    }
    return restorations;
  }

  private Optional<Attempt> attempt(Method method, Rungs rung, String history) {
    Double accuracy = rung.accuracy().get(history);
    RepairPrice price = rung.prices().get(history);
    return accuracy == null || price == null
        ? Optional.empty()
        : Optional.of(
            new Attempt(
                method.repair(),
                rung.percent(),
                unit(method).cost(price),
                OptionalDouble.of(accuracy),
                price.failure().isPresent()));
  }
}
