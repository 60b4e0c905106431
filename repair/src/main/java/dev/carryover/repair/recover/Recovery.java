package dev.carryover.repair.recover;

import dev.carryover.core.Plan;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.report.RepairReport;
import dev.carryover.core.report.RepairReport.Choice;
import dev.carryover.core.report.RepairReport.HistoryCost;
import dev.carryover.core.report.RepairReport.OutOfReach;
import dev.carryover.core.report.RepairReport.Place;
import dev.carryover.core.report.RepairReport.Pricing;
import dev.carryover.core.report.RepairReport.Reached;
import dev.carryover.core.report.RepairReport.Recovered;
import dev.carryover.core.report.RepairReport.Row;
import dev.carryover.core.report.RepairReport.Sampled;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.PlannedRepair;
import dev.carryover.core.run.PlannedRepair.Needs;
import dev.carryover.core.run.RunRecord;
import dev.carryover.repair.cost.PriceList;
import dev.carryover.repair.cost.RepairCosts;
import dev.carryover.repair.cost.RepairCosts.Unit;
import dev.carryover.repair.cost.RepairPlayers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/** Makes the report of a grid of repairs from what its run recorded, and from nothing else. */
public final class Recovery {
  private final RunRecord record;
  private final PriceList prices;
  private final double target;
  private final List<PlaceGrid> grids;
  private final List<Double> targets;

  private Recovery(RunRecord record, PriceList prices, double target, List<PlaceGrid> grids) {
    this.record = record;
    this.prices = prices;
    this.target = target;
    this.grids = grids;
    this.targets =
        Stream.concat(CostToRecover.TARGETS.stream(), Stream.of(target))
            .distinct()
            .sorted()
            .toList();
  }

  /**
   * The report of a run of every repair at every budget.
   *
   * @param record of the run
   * @param journalled what each repair took, by the id of the cell that reads the store
   * @param report of the same run, for the accuracy of each history
   * @param target that decides, over 0 and at most 1; reported beside {@link CostToRecover#TARGETS}
   * @throws dev.carryover.core.spi.SettingException if prices were given for this run and lack a
   *     model
   */
  public static RepairReport report(
      RunRecord record,
      SortedMap<String, RepairPrice> journalled,
      RunReport report,
      PriceList prices,
      double target) {
    return new Recovery(record, prices, target, PlaceGrid.all(record, journalled, report, prices))
        .report();
  }

  /**
   * Looks, before anything is paid for, whether prices name all who will work on a run's repairs.
   *
   * @throws dev.carryover.core.spi.SettingException if they were given for this run and lack one
   */
  public static void requirePrices(RunRecord planned, PriceList prices) {
    planned.plan().treatments().stream()
        .filter(treatment -> treatment.name().startsWith("repaired-"))
        .forEach(
            treatment ->
                treatment
                    .cell()
                    .map(cell -> RepairPlayers.of(planned, cell, treatment.direction()))
                    .ifPresent(players -> RepairCosts.require(prices, players)));
  }

  private RepairReport report() {
    List<Choice> choices = grids.stream().flatMap(grid -> choices(grid).stream()).toList();
    List<OutOfReach> outOfReach =
        PlannedRepair.of(record).stream()
            .filter(repair -> !repair.offered())
            .map(repair -> new OutOfReach(repair.format(), repair.method(), why(repair.needs())))
            .toList();
    Sampled sampled = sampled();
    return new RepairReport(
        RepairReport.SCHEMA,
        record.name(),
        decision(choices),
        target,
        sampled,
        new Pricing(prices.source(), byTheHour()),
        grids.stream().map(Recovery::place).toList(),
        choices,
        grids.stream().flatMap(grid -> rows(grid).stream()).toList(),
        grids.stream().flatMap(grid -> recovered(grid).stream()).toList(),
        grids.stream().flatMap(grid -> perHistory(grid).stream()).toList(),
        outOfReach,
        new RecoveryLimits(sampled, grids, targets).sentences(byTheHour()));
  }

  private static String why(Needs needs) {
    return needs == Needs.HISTORY ? "the raw history" : "texts of other histories";
  }

  private boolean byTheHour() {
    return grids.stream().flatMap(grid -> grid.costs().stream()).anyMatch(RepairCosts::byTheHour);
  }

  private Sampled sampled() {
    int measured =
        (int) grids.stream().flatMap(grid -> grid.own().keySet().stream()).distinct().count();
    return new Sampled(measured, record.plan().histories().size(), record.plan().seed());
  }

  private String decision(List<Choice> choices) {
    List<Choice> wanted =
        choices.stream()
            .filter(choice -> choice.direction().equals(Plan.OLD_TO_NEW))
            .filter(choice -> choice.target() == target)
            .toList();
    boolean reached =
        !wanted.isEmpty()
            && wanted.stream()
                .allMatch(
                    choice ->
                        List.of(RepairReport.REPAIR, RepairReport.NONE_NEEDED)
                            .contains(choice.outcome()));
    return reached ? RepairReport.RESTORED : RepairReport.NOT_RESTORED;
  }

  private static Place place(PlaceGrid grid) {
    return new Place(
        grid.format(),
        grid.direction(),
        grid.measure(),
        grid.costs().map(RepairCosts::unit).orElse(Unit.TOKENS).label(),
        PlaceGrid.mean(grid.own()),
        PlaceGrid.mean(grid.inherited()),
        grid.own().size() - grid.worthwhile().size());
  }

  private List<Choice> choices(PlaceGrid grid) {
    Choices choices = new Choices(grid, record.plan().histories().size());
    return targets.stream().map(choices::at).toList();
  }

  private List<Row> rows(PlaceGrid grid) {
    int all = record.plan().histories().size();
    List<Row> rows = new ArrayList<>();
    for (Tried some : grid.tried()) {
      rows.add(
          new Row(
              grid.format(),
              grid.direction(),
              some.method(),
              some.effort(),
              some.needs() == Needs.HISTORY,
              some.cost(),
              some.expectedCost(all),
              some.accuracy(),
              some.byHistory().size(),
              some.failed(),
              targets.stream()
                  .map(
                      each ->
                          new Reached(
                              each,
                              some.restored(grid.own(), each).size(),
                              grid.worthwhile().size()))
                  .toList()));
    }
    return rows;
  }

  private List<Recovered> recovered(PlaceGrid grid) {
    List<Recovered> all = new ArrayList<>();
    for (double each : grid.tried().isEmpty() ? List.<Double>of() : targets) {
      double[] costs =
          grid.worthwhile().stream()
              .flatMap(history -> cheapest(grid, history, each).stream())
              .mapToDouble(Attempt::cost)
              .toArray();
      all.add(
          new Recovered(
              grid.format(),
              grid.direction(),
              new Reached(each, costs.length, grid.worthwhile().size()),
              CostToRecover.median(costs)));
    }
    return all;
  }

  private List<HistoryCost> perHistory(PlaceGrid grid) {
    List<HistoryCost> all = new ArrayList<>();
    if (grid.tried().isEmpty()) {
      return all;
    }
    for (String history : grid.worthwhile()) {
      for (double each : targets) {
        Optional<Attempt> cheapest = cheapest(grid, history, each);
        all.add(
            new HistoryCost(
                history,
                grid.format(),
                grid.direction(),
                each,
                cheapest.stream().mapToDouble(Attempt::cost).findFirst(),
                cheapest.map(Attempt::method),
                cheapest.stream().mapToInt(Attempt::effort).findFirst()));
      }
    }
    return all;
  }

  private static Optional<Attempt> cheapest(PlaceGrid grid, String history, double target) {
    return CostToRecover.of(
        Optional.ofNullable(grid.own().get(history)).orElse(0.0), grid.attempts(history), target);
  }
}
