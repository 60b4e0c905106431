package dev.carryover.reports.figures;

import static dev.carryover.reports.figures.Table.Column.figure;
import static dev.carryover.reports.figures.Table.Column.text;

import dev.carryover.core.report.Figure;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.report.Treatment;
import dev.carryover.reports.figures.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The tables of a change of the language model: for each format who wrote and who read, the four
 * pairs of them, the way there beside the way back, and at last what the paper planned to test. The
 * two directions stand side by side and are never averaged.
 */
public final class ModelTables {
  private static final List<String> SWAPS = List.of("before", "inherited", "own");
  private static final List<String> MEASURES = List.of("accuracy", "token-f1");
  private static final List<String> CONTRASTS = List.of("regression", "delta", "rpas");
  private static final String DECIDED = "old-to-new";
  private static final String WAY_BACK = "new-to-old";

  private final RunReport report;
  private final Numbers numbers;

  public ModelTables(RunReport report, Numbers numbers) {
    this.report = report;
    this.numbers = numbers;
  }

  /** All of them, in reading order; empty where no model changes. */
  public List<TitledTable> all() {
    List<TitledTable> tables = new ArrayList<>();
    report.treatments().stream()
        .map(Treatment::format)
        .distinct()
        .filter(this::changesReader)
        .forEach(format -> addTo(tables, format));
    Table planned = planned();
    if (!planned.isEmpty()) {
      tables.add(new TitledTable("Planned contrasts, history by history over both ways", planned));
    }
    Table silent = silentLoads();
    if (!silent.isEmpty()) {
      tables.add(new TitledTable("What the silent load of another model's cache costs", silent));
    }
    return tables;
  }

  /** Whether the way back of a panel stands beside the way there. */
  public boolean holds(Panel panel) {
    return panel.direction().equals(WAY_BACK) && changesReader(panel.format());
  }

  private void addTo(List<TitledTable> tables, String format) {
    tables.add(new TitledTable("Who wrote and who reads (" + format + ")", players(format)));
    for (String measure : MEASURES) {
      if (swaps(format).stream().anyMatch(swap -> swap.metrics().containsKey(measure))) {
        if (names(format, Treatment::writer).size() > 1) {
          tables.add(
              new TitledTable(
                  measure + " by writer and reader (" + format + ")", pairs(format, measure)));
        }
        tables.add(
            new TitledTable(
                measure + " there and back (" + format + ")", thereAndBack(format, measure)));
      }
    }
  }

  private boolean changesReader(String format) {
    return names(format, Treatment::reader).size() > 1;
  }

  private Table players(String format) {
    Table.Builder table = Table.of(text("writer"), text("reader"), text(DECIDED), text(WAY_BACK));
    Set<List<String>> pairs = new LinkedHashSet<>();
    swaps(format).forEach(swap -> pairs.add(List.of(swap.writer(), swap.reader())));
    for (List<String> pair : pairs) {
      table.line(
          pair.get(0),
          pair.get(1),
          treatments(format, pair, DECIDED),
          treatments(format, pair, WAY_BACK));
    }
    return table.build();
  }

  /** What a pair of writer and reader is called in a direction. */
  private String treatments(String format, List<String> pair, String direction) {
    String names =
        swaps(format).stream()
            .filter(swap -> swap.direction().equals(direction))
            .filter(swap -> List.of(swap.writer(), swap.reader()).equals(pair))
            .map(Treatment::treatment)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? numbers.absent() : names;
  }

  private Table pairs(String format, String measure) {
    List<String> readers = names(format, Treatment::reader);
    List<Column> columns = new ArrayList<>(List.of(text("written by")));
    readers.forEach(reader -> columns.add(figure("read by " + reader)));
    Table.Builder table = Table.of(columns.toArray(Column[]::new));
    for (String writer : names(format, Treatment::writer)) {
      List<String> cells = new ArrayList<>(List.of(writer));
      for (String reader : readers) {
        Optional<Treatment> pair =
            swaps(format).stream()
                .filter(swap -> swap.writer().equals(writer) && swap.reader().equals(reader))
                .filter(swap -> swap.metrics().containsKey(measure))
                .findFirst();
        cells.add(mean(pair, measure));
      }
      table.marked("", cells);
    }
    return table.build();
  }

  private Table thereAndBack(String format, String measure) {
    Table.Builder table = Table.of(text("figure"), figure(DECIDED), figure(WAY_BACK));
    for (String name : SWAPS) {
      table.line(
          name,
          mean(swap(format, DECIDED, name), measure),
          mean(swap(format, WAY_BACK, name), measure));
    }
    for (String name : CONTRASTS) {
      Optional<Contrast> there = contrast(name, format, DECIDED, measure);
      Optional<Contrast> back = contrast(name, format, WAY_BACK, measure);
      if (there.isPresent() || back.isPresent()) {
        table.line(name, value(there), value(back));
      }
    }
    return table.build();
  }

  private Table planned() {
    Table.Builder table =
        Table.of(
            text("contrast"),
            text("decision"),
            figure("estimate"),
            figure("95\u00a0% interval"),
            figure("over"),
            figure("p"),
            figure("Holm"),
            figure("histories"));
    for (Contrast row : report.contrasts()) {
      row.test()
          .ifPresent(
              test ->
                  table.line(
                      row.name() + " (" + row.format() + ")",
                      test.decision(),
                      numbers.signed(row.value()),
                      numbers.signedInterval(row.low(), row.high()),
                      numbers.free(test.threshold())
                          + row.unit().map(unit -> " " + unit).orElse(""),
                      numbers.p(test.p()),
                      numbers.p(test.pHolm()),
                      numbers.count(row.histories())));
    }
    return table.build();
  }

  static boolean isSilentLoad(Contrast row) {
    return row.name().startsWith("silent-load");
  }

  private Table silentLoads() {
    Table.Builder table =
        Table.of(
            text("figure"),
            text("format"),
            text("direction"),
            figure("mean"),
            figure("95\u00a0% interval"),
            figure("histories"));
    for (Contrast row : report.contrasts()) {
      if (isSilentLoad(row)) {
        table.line(
            row.name() + row.unit().map(unit -> ", " + unit).orElse(""),
            row.format(),
            row.direction(),
            numbers.rate(row.value()),
            numbers.interval(row.low(), row.high()),
            numbers.count(row.histories()));
      }
    }
    return table.build();
  }

  private List<Treatment> swaps(String format) {
    return report.treatments().stream()
        .filter(treatment -> treatment.format().equals(format))
        .filter(treatment -> SWAPS.contains(treatment.treatment()))
        .filter(treatment -> treatment.evidence().equals("normal"))
        .toList();
  }

  private List<String> names(String format, Function<Treatment, String> role) {
    return swaps(format).stream().map(role).distinct().toList();
  }

  private Optional<Treatment> swap(String format, String direction, String name) {
    return swaps(format).stream()
        .filter(swap -> swap.direction().equals(direction) && swap.treatment().equals(name))
        .findFirst();
  }

  private Optional<Contrast> contrast(
      String name, String format, String direction, String measure) {
    return report.contrasts().stream()
        .filter(row -> row.name().equals(name) && row.format().equals(format))
        .filter(row -> row.direction().equals(direction) && row.measure().equals(measure))
        .findFirst();
  }

  private String mean(Optional<Treatment> swap, String measure) {
    Optional<Figure> figure = swap.map(found -> found.metrics().get(measure));
    return swap.filter(found -> found.incompatible().isPresent())
        .map(found -> Panel.INCOMPATIBLE)
        .or(() -> figure.map(numbers::summary))
        .orElse(numbers.absent());
  }

  private String value(Optional<Contrast> contrast) {
    return contrast
        .filter(row -> row.value().isPresent())
        .map(
            row -> numbers.rate(row.value()) + " (" + numbers.interval(row.low(), row.high()) + ")")
        .orElse(numbers.absent());
  }
}
