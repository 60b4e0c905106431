package dev.carryover.studies.repair;

import dev.carryover.repair.recover.CostToRecover;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.studies.repair.Grid.Rungs;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.report.StudyTable.Entry;
import dev.carryover.studies.swap.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** What repairs score and cost, method by method. */
final class CostTables {
  private static final Numbers NUMBERS = Numbers.PLAIN;
  private static final String NEVER = "never";

  private final Map<Method, Grid> grids;

  CostTables(Map<Method, Grid> grids) {
    this.grids = grids;
  }

  /** T7: how many histories are restored, and the median cost of these. */
  StudyTable t7() {
    List<List<Entry>> rows = new ArrayList<>();
    grids.forEach(
        (method, grid) -> {
          for (String direction : Method.DIRECTIONS) {
            rows.add(t7(method, direction, grid));
          }
        });
    return new StudyTable(
        "t7_cost_to_restore",
        "Cost to restore (T7): histories whose repaired store reaches a share of its own store's accuracy, and the median cost of these",
        List.of(
            "method",
            "direction",
            "restored_90",
            "restored_95",
            "restored_99",
            "median_90",
            "median_95",
            "median_99",
            "unit",
            "paper_direction",
            "paper_restored_of_48",
            "paper_median_dollars"),
        rows);
  }

  private static List<Entry> t7(Method method, String direction, Grid grid) {
    Map<String, Restoration> histories = grid.restorations(method, direction);
    List<double[]> costs =
        CostToRecover.TARGETS.stream()
            .map(
                target ->
                    histories.values().stream()
                        .flatMapToDouble(history -> history.cost(target).stream())
                        .toArray())
            .toList();
    List<Entry> row = new ArrayList<>();
    row.add(Shown.text(method.label()));
    row.add(Shown.text(direction));
    costs.forEach(
        some ->
            row.add(
                Entry.number(some.length, "%d of %d".formatted(some.length, histories.size()))));
    costs.forEach(some -> row.add(cost(CostToRecover.median(some), NUMBERS.absent())));
    row.add(Shown.text(grid.unit(method).label()));
    row.add(Shown.text(PaperRepairs.direction(direction)));
    row.add(Shown.text(PaperRepairs.restored(method, direction)));
    row.add(Shown.text(PaperRepairs.dollars(method, direction)));
    return row;
  }

  /** Each method at each budget beside the fresh store. */
  StudyTable rungs() {
    List<List<Entry>> rows = new ArrayList<>();
    grids.forEach(
        (method, grid) -> {
          for (String direction : Method.DIRECTIONS) {
            Entry fresh = Shown.rate(grid.own(method, direction).values());
            grid.rungs(method, direction)
                .forEach(rung -> rows.add(rung(method, direction, rung, fresh, grid.unit(method))));
          }
        });
    return new StudyTable(
        "repaired_accuracy",
        "Accuracy of repaired and of fresh stores, and the mean cost of a repair",
        List.of("method", "direction", "rung", "repaired", "fresh", "failed", "cost", "unit"),
        rows);
  }

  private static List<Entry> rung(
      Method method, String direction, Rungs rung, Entry fresh, Unit unit) {
    return List.of(
        Shown.text(method.label()),
        Shown.text(direction),
        Entry.number(rung.percent(), rung.percent() + " %"),
        Shown.rate(rung.accuracy().values()),
        fresh,
        Shown.count(rung.failed()),
        cost(rung.prices().values().stream().mapToDouble(unit::cost).average(), NUMBERS.absent()),
        Shown.text(unit.label()));
  }

  /** The cost to restore each history. */
  StudyTable histories() {
    List<List<Entry>> rows = new ArrayList<>();
    grids.forEach(
        (method, grid) -> {
          for (String direction : Method.DIRECTIONS) {
            grid.restorations(method, direction)
                .forEach(
                    (history, restoration) ->
                        rows.add(
                            history(history, method, direction, restoration, grid.unit(method))));
          }
        });
    return new StudyTable(
        "cost_to_restore",
        "Cost to restore each history; never: no rung does",
        List.of("history", "method", "direction", "ctr_90", "ctr_95", "ctr_99", "unit"),
        rows);
  }

  private static List<Entry> history(
      String history, Method method, String direction, Restoration restoration, Unit unit) {
    List<Entry> row = new ArrayList<>();
    row.add(Shown.text(history));
    row.add(Shown.text(method.label()));
    row.add(Shown.text(direction));
    CostToRecover.TARGETS.forEach(target -> row.add(cost(restoration.cost(target), NEVER)));
    row.add(Shown.text(unit.label()));
    return row;
  }

  private static Entry cost(OptionalDouble cost, String absent) {
    return cost.isPresent()
        ? Entry.number(cost.getAsDouble(), String.format(Locale.ROOT, "%.0f", cost.getAsDouble()))
        : Entry.text(absent);
  }
}
