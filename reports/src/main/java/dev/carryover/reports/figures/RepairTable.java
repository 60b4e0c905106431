package dev.carryover.reports.figures;

import static dev.carryover.reports.figures.Table.Column.figure;
import static dev.carryover.reports.figures.Table.Column.text;

import dev.carryover.core.report.Figure;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.report.Treatment.Price;
import dev.carryover.reports.figures.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * What each format holds for the new component, and for the old one on the way back: in a store of
 * its own, in the inherited one, and in the inherited one once it is repaired, with the price of
 * that for a history beside it.
 */
public final class RepairTable {
  private static final String REPAIRED = "repaired-";
  private static final String ACCURACY = "accuracy";

  private final RunReport report;
  private final Numbers numbers;
  private final String measure;

  public RepairTable(RunReport report, Numbers numbers) {
    this.report = report;
    this.numbers = numbers;
    this.measure =
        report.treatments().stream().anyMatch(some -> some.metrics().containsKey(ACCURACY))
            ? ACCURACY
            : report.verdict().measure();
  }

  /** What the table shows. */
  public String heading() {
    return measure + ": own, inherited and repaired, with the price of the repair of a history";
  }

  /** A line for each format, way and repair; empty where nothing was repaired. */
  public Table table() {
    List<Cost> costs =
        List.of(
            new Cost("tokens in", Price::tokensIn),
            new Cost("tokens out", Price::tokensOut),
            new Cost("texts embedded", Price::embeddedTexts),
            new Cost("failed repairs", Price::failed));
    List<Cost> paid = costs.stream().filter(this::isPaid).toList();
    List<Column> columns =
        new ArrayList<>(
            List.of(
                text("format"),
                text("read by"),
                figure("own"),
                figure("inherited"),
                figure("repaired"),
                text("by")));
    paid.forEach(cost -> columns.add(figure(cost.head())));
    columns.add(figure("histories"));
    columns.add(figure("calls"));
    Table.Builder table = Table.of(columns.toArray(Column[]::new));
    if (report.treatments().stream().anyMatch(RepairTable::isRepaired)) {
      ways().forEach(way -> lines(table, way, paid));
    }
    return table.build();
  }

  private record Cost(String head, ToDoubleFunction<Price> of) {}

  private record Way(String direction, String format) {}

  private boolean isPaid(Cost cost) {
    return report.treatments().stream()
        .flatMap(treatment -> treatment.price().stream())
        .anyMatch(price -> cost.of().applyAsDouble(price) > 0);
  }

  /** All formats one way, then all of them the other. */
  private Set<Way> ways() {
    Set<Way> ways = new LinkedHashSet<>();
    for (String direction :
        report.treatments().stream().map(Treatment::direction).distinct().toList()) {
      report.treatments().stream()
          .filter(treatment -> treatment.direction().equals(direction))
          .forEach(treatment -> ways.add(new Way(direction, treatment.format())));
    }
    return ways;
  }

  private void lines(Table.Builder table, Way way, List<Cost> paid) {
    Optional<Treatment> own = named(way, "own");
    Optional<Treatment> inherited = named(way, "inherited");
    if (own.isEmpty() || inherited.isEmpty()) {
      return;
    }
    List<Treatment> repaired = of(way).stream().filter(RepairTable::isRepaired).toList();
    List<String> start =
        List.of(way.format(), reader(own.get()), mean(own.get()), mean(inherited.get()));
    if (repaired.isEmpty()) {
      String by = sameStore(own.get(), inherited.get()) ? "none needed" : numbers.absent();
      table.marked("", cells(start, numbers.absent(), by, own.get(), paid, Optional.empty()));
    }
    for (Treatment some : repaired) {
      String by = some.treatment().substring(REPAIRED.length());
      table.marked("", cells(start, mean(some), by, some, paid, some.price()));
    }
  }

  private List<String> cells(
      List<String> start,
      String repaired,
      String by,
      Treatment counted,
      List<Cost> paid,
      Optional<Price> price) {
    List<String> cells = new ArrayList<>(start);
    cells.add(repaired);
    cells.add(by);
    paid.forEach(cost -> cells.add(amount(price, cost.of())));
    Optional<Figure> figure = Optional.ofNullable(counted.metrics().get(measure));
    cells.add(figure.map(some -> numbers.count(some.histories())).orElse(numbers.absent()));
    cells.add(amount(price, Price::calls));
    return cells;
  }

  private String amount(Optional<Price> price, ToDoubleFunction<Price> figure) {
    return price
        .map(some -> numbers.count(Math.round(figure.applyAsDouble(some))))
        .orElse(numbers.absent());
  }

  /** Whether a store does not depend on what changes. */
  private static boolean sameStore(Treatment own, Treatment inherited) {
    return own.writer().equals(inherited.writer())
        && own.indexEmbedder().equals(inherited.indexEmbedder());
  }

  /** Who is new on this way: the embedder of the questions where the way back has another. */
  private String reader(Treatment own) {
    boolean embedderChanges =
        report.treatments().stream()
            .filter(some -> some.format().equals(own.format()) && some.treatment().equals("own"))
            .anyMatch(some -> !some.queryEmbedder().equals(own.queryEmbedder()));
    return embedderChanges ? own.queryEmbedder() : own.reader();
  }

  private String mean(Treatment treatment) {
    return treatment.incompatible().isPresent()
        ? Panel.INCOMPATIBLE
        : Optional.ofNullable(treatment.metrics().get(measure))
            .map(figure -> numbers.rate(figure.mean()))
            .orElse(numbers.absent());
  }

  private Optional<Treatment> named(Way way, String name) {
    return of(way).stream().filter(some -> some.treatment().equals(name)).findFirst();
  }

  private List<Treatment> of(Way way) {
    return report.treatments().stream()
        .filter(some -> some.format().equals(way.format()))
        .filter(some -> some.direction().equals(way.direction()))
        .filter(some -> some.evidence().equals("normal"))
        .toList();
  }

  private static boolean isRepaired(Treatment treatment) {
    return treatment.treatment().startsWith(REPAIRED);
  }
}
