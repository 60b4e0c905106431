package dev.carryover.reports.figures;

import static dev.carryover.reports.figures.Table.Column.figure;
import static dev.carryover.reports.figures.Table.Column.text;

import dev.carryover.core.report.RepairReport;
import dev.carryover.core.report.RepairReport.Choice;
import dev.carryover.core.report.RepairReport.OutOfReach;
import dev.carryover.core.report.RepairReport.Place;
import dev.carryover.core.report.RepairReport.Reached;
import dev.carryover.core.report.RepairReport.Recovered;
import dev.carryover.core.report.RepairReport.Row;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The tables of a plan of repairs. */
public final class RecoveryTables {
  private static final String DOLLARS = "dollars";
  private static final int SIGNIFICANT = 3;

  private final RepairReport report;
  private final Numbers numbers;

  public RecoveryTables(RepairReport report, Numbers numbers) {
    this.report = report;
    this.numbers = numbers;
  }

  /** The cheapest way to each target, for all histories. */
  public Table choices() {
    Table.Builder table =
        Table.of(
            text("format"),
            text("way"),
            figure("target"),
            text("cheapest"),
            figure("cost, all"),
            text("unit"),
            figure("mean then"),
            figure("own"));
    for (Choice choice : report.choices()) {
      Place place = place(choice.format(), choice.direction());
      table.marked(
          choice.outcome().equals(RepairReport.NOT_RESTORED) ? "failed" : "",
          List.of(
              choice.format(),
              choice.direction(),
              numbers.free(choice.target()),
              words(choice),
              cost(choice.expectedCost(), place),
              choice.expectedCost().isPresent() ? place.unit() : numbers.absent(),
              numbers.rate(choice.accuracy()),
              numbers.rate(place.own())));
    }
    return table.build();
  }

  /** The formats each way, before anything is repaired. */
  public Table places() {
    Table.Builder table =
        Table.of(
            text("format"),
            text("way"),
            text("measure"),
            figure("own"),
            figure("inherited"),
            text("unit of costs"));
    for (Place place : report.places()) {
      table.line(
          place.format(),
          place.direction(),
          place.measure(),
          numbers.rate(place.own()),
          numbers.rate(place.inherited()),
          place.unit());
    }
    return table.build();
  }

  /** Every method at every budget of a place. */
  public Table grid(Place place) {
    List<Row> rows = rows(place);
    List<Table.Column> columns =
        new ArrayList<>(
            List.of(
                text("method"),
                figure("effort"),
                figure("mean"),
                figure("cost, one"),
                figure("cost, all"),
                figure("failed")));
    rows.stream()
        .findFirst()
        .ifPresent(
            row ->
                row.reached()
                    .forEach(each -> columns.add(figure("at " + numbers.free(each.target())))));
    columns.add(text("needs"));
    Table.Builder table = Table.of(columns.toArray(Table.Column[]::new));
    for (Row row : rows) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  row.method(),
                  effort(row.effort()),
                  numbers.rate(row.accuracy()),
                  cost(row.cost(), place),
                  cost(row.expectedCost(), place),
                  numbers.count(row.failed())));
      row.reached().forEach(each -> cells.add(share(each)));
      cells.add(row.needsHistory() ? "history" : "store");
      table.marked("", cells);
    }
    return table.build();
  }

  /** The cost to recover: how many histories reach a target, and the median cost among them. */
  public Table recovered() {
    Table.Builder table =
        Table.of(
            text("format"),
            text("way"),
            figure("target"),
            figure("histories"),
            figure("median cost"),
            text("unit"));
    for (Recovered some : report.recovered()) {
      Place place = place(some.format(), some.direction());
      table.line(
          some.format(),
          some.direction(),
          numbers.free(some.reached().target()),
          share(some.reached()),
          cost(some.medianCost(), place),
          place.unit());
    }
    return table.build();
  }

  /** What could not be tried; empty where everything could. */
  public Table outOfReach() {
    Table.Builder table = Table.of(text("repair"), text("format"), text("needs, and it is gone"));
    for (OutOfReach some : report.outOfReach()) {
      table.line(some.method(), some.format(), some.why());
    }
    return table.build();
  }

  /** The rows of a place. */
  public List<Row> rows(Place place) {
    return report.grid().stream()
        .filter(row -> row.format().equals(place.format()))
        .filter(row -> row.direction().equals(place.direction()))
        .toList();
  }

  /** A sentence for each format old to new, at the target that was asked for. */
  public List<String> answers() {
    return report.choices().stream()
        .filter(choice -> choice.target() == report.target())
        .filter(choice -> choice.direction().equals("old-to-new"))
        .map(this::answer)
        .toList();
  }

  private String answer(Choice choice) {
    Place place = place(choice.format(), choice.direction());
    String share = numbers.percent(choice.target());
    return switch (choice.outcome()) {
      case RepairReport.NONE_NEEDED ->
          "%s: the old store reaches %s of own-store %s as it is; nothing to repair."
              .formatted(choice.format(), share, place.measure());
      case RepairReport.REPAIR ->
          "%s: %s reaches %s of own-store %s (%s of %s), for %s %s over all histories."
              .formatted(
                  choice.format(),
                  words(choice),
                  share,
                  place.measure(),
                  numbers.rate(choice.accuracy()),
                  numbers.rate(place.own()),
                  cost(choice.expectedCost(), place),
                  place.unit());
      case RepairReport.NOT_RESTORED ->
          "%s: no repair that was tried reaches %s of own-store %s (%s); the best comes to %s."
              .formatted(
                  choice.format(),
                  share,
                  place.measure(),
                  numbers.rate(place.own()),
                  numbers.rate(choice.accuracy()));
      default ->
          "%s: the new component answers nothing right on its own store, so nothing can be compared."
              .formatted(choice.format());
    };
  }

  /** The decision in words. */
  public static String decision(String decision) {
    return decision.equals(RepairReport.RESTORED)
        ? "the target can be reached"
        : "the target is not reached";
  }

  /** A cost in a place's unit. */
  public String cost(OptionalDouble cost, Place place) {
    return cost.isEmpty() ? numbers.absent() : cost(cost.getAsDouble(), place.unit());
  }

  private String cost(double cost, String unit) {
    if (!unit.equals(DOLLARS) || cost == 0) {
      return numbers.count(Math.round(cost));
    }
    return new BigDecimal(cost)
        .round(new MathContext(SIGNIFICANT, RoundingMode.HALF_UP))
        .stripTrailingZeros()
        .toPlainString();
  }

  private static String words(Choice choice) {
    return switch (choice.outcome()) {
      case RepairReport.NONE_NEEDED -> "none needed";
      case RepairReport.REPAIR ->
          choice.method().orElseThrow() + " " + effort(choice.effort().orElseThrow());
      case RepairReport.NOT_RESTORED -> "nothing restores it";
      default -> "not measurable";
    };
  }

  private static String effort(int percent) {
    return percent + " %";
  }

  private static String share(Reached reached) {
    return reached.histories() + "/" + reached.of();
  }

  private Place place(String format, String direction) {
    return report.places().stream()
        .filter(place -> place.format().equals(format) && place.direction().equals(direction))
        .findFirst()
        .orElseThrow();
  }
}
