package dev.carryover.reports.figures;

import static dev.carryover.reports.figures.Table.Column.figure;
import static dev.carryover.reports.figures.Table.Column.text;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.report.RunReport.Cost;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.RunReport.RunInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The tables of a whole run: what the verdict rests on, what was checked, and with what. */
public final class RunTables {
  private final RunReport report;
  private final Numbers numbers;

  public RunTables(RunReport report, Numbers numbers) {
    this.report = report;
    this.numbers = numbers;
  }

  /** The verdict in figures, one line each; what is undefined is left out. */
  public Table verdict() {
    RunReport.Verdict verdict = report.verdict();
    Table.Builder table = Table.of(text("figure"), text("value"));
    table.line("measure", verdict.measure());
    table.line("margin", numbers.rate(verdict.margin()));
    table.line("rollout", rollout(verdict.rollout()));
    table.line("direction", verdict.direction());
    table.line("histories", numbers.count(verdict.histories()));
    verdict
        .historiesNeeded()
        .ifPresent(needed -> table.line("histories that would decide", numbers.count(needed)));
    verdict
        .worstHistory()
        .ifPresent(worst -> table.line("worst history", worst + loss(verdict.worstLoss())));
    if (noneIsOver(verdict)) {
      verdict
          .undetectedShare()
          .ifPresent(
              share -> table.line("histories over the margin that could be missed", upTo(share)));
    }
    return table.build();
  }

  /** What the verdict rests on, without the tests behind it. */
  public Table losses() {
    Table.Builder table =
        Table.of(
            text("hypothesis"),
            text("format"),
            text("measure"),
            text("decision"),
            figure("loss"),
            figure("95\u00a0% interval"),
            figure("margin"),
            figure("histories"));
    report
        .hypotheses()
        .forEach(
            row ->
                table.line(
                    row.name(),
                    row.format(),
                    row.measure(),
                    row.decision(),
                    numbers.signed(row.estimate()),
                    numbers.signedInterval(row.low(), row.high()),
                    numbers.rate(row.margin()),
                    numbers.count(row.histories())));
    return table.build();
  }

  /** What the verdict rests on, with the tests behind it. */
  public Table hypotheses() {
    Table.Builder table =
        Table.of(
            text("hypothesis"),
            text("format"),
            text("measure"),
            text("decision"),
            figure("loss"),
            figure("95\u00a0% interval"),
            figure("margin"),
            figure("p preserved"),
            figure("p regressed"),
            figure("Holm"),
            figure("histories"));
    report
        .hypotheses()
        .forEach(
            row ->
                table.line(
                    row.name(),
                    row.format(),
                    row.measure(),
                    row.decision(),
                    numbers.signed(row.estimate()),
                    numbers.signedInterval(row.low(), row.high()),
                    numbers.rate(row.margin()),
                    numbers.p(row.pPreserved()),
                    numbers.p(row.pRegressed()),
                    numbers.p(row.pRegressedHolm()),
                    numbers.count(row.histories())));
    return table.build();
  }

  /** The controls that were checked, with their figures. */
  public Table gates() {
    Table.Builder table = Table.of(text("control"), text("result"), text("figures"));
    report
        .gates()
        .forEach(
            gate ->
                table.marked(
                    gate.passed() ? "" : "failed",
                    List.of(gate.name(), result(gate), list(gate.figures()))));
    return table.build();
  }

  private static String result(Gate gate) {
    return gate.passed()
        ? "passed"
        : gate.blocks()
            ? "failed"
            : gate.consequence().equals(Optional.of(Gate.WARNS))
                ? "failed: a warning"
                : "failed: families left out";
  }

  /**
   * Differences and ratios between treatments, with the noise of live repeats where there were any;
   * those that were planned, and the price of silent loads, stand in tables of their own.
   */
  public Table contrasts() {
    List<Contrast> rows =
        report.contrasts().stream()
            .filter(row -> row.test().isEmpty() && !ModelTables.isSilentLoad(row))
            .toList();
    boolean noisy = rows.stream().anyMatch(row -> row.noise().isPresent());
    List<Table.Column> columns =
        new ArrayList<>(
            List.of(
                text("contrast"),
                text("format"),
                text("direction"),
                text("measure"),
                figure("value"),
                figure("95\u00a0% interval"),
                figure("histories")));
    if (noisy) {
      columns.add(figure("noise of repeats"));
    }
    Table.Builder table = Table.of(columns.toArray(Table.Column[]::new));
    rows.forEach(row -> table.line(cells(row, noisy).toArray(String[]::new)));
    return table.build();
  }

  private List<String> cells(Contrast row, boolean noisy) {
    List<String> cells =
        new ArrayList<>(
            List.of(
                row.name(),
                row.format(),
                row.direction(),
                row.measure() + row.unit().map(unit -> " (" + unit + ")").orElse(""),
                numbers.rate(row.value()),
                numbers.interval(row.low(), row.high()),
                numbers.count(row.histories())));
    if (noisy) {
      cells.add(numbers.rate(row.noise()));
    }
    return cells;
  }

  /** How far apart the vector spaces are. */
  public Table spaces() {
    Table.Builder table =
        Table.of(
            text("from"),
            text("to"),
            text("texts"),
            figure("count"),
            figure("mean cosine"),
            figure("least cosine"));
    report
        .spaces()
        .forEach(
            row ->
                table.line(
                    row.from(),
                    row.to(),
                    row.texts(),
                    numbers.count(row.count()),
                    numbers.rate(row.meanCosine()),
                    numbers.rate(row.minCosine())));
    return table.build();
  }

  /** Every model and embedder, with what could not be known. */
  public Table identities() {
    Table.Builder table =
        Table.of(text("name"), text("kind"), text("known"), text("could not be known"));
    report
        .identities()
        .forEach(
            row ->
                table.marked(
                    "",
                    List.of(
                        row.name(),
                        row.kind(),
                        row.facts().entrySet().stream()
                            .map(fact -> fact.getKey() + " " + fact.getValue())
                            .collect(Collectors.joining("\n")),
                        row.unknown().isEmpty() ? "nothing" : String.join("\n", row.unknown()))));
    return table.build();
  }

  /** What the run took. */
  public Table cost() {
    Cost cost = report.cost();
    Table.Builder table = Table.of(text("what"), figure("amount"));
    table.line("calls", numbers.count(cost.calls()));
    table.line("texts embedded", numbers.count(cost.embeddedTexts()));
    table.line("tokens in", numbers.count(cost.tokensIn()));
    table.line("tokens out", numbers.count(cost.tokensOut()));
    table.line("dollars", dollars(cost.dollars()));
    return table.build();
  }

  /** The resolved plan. */
  public Table settings() {
    Table.Builder table = Table.of(text("setting"), text("value"));
    report.settings().forEach(table::line);
    return table.build();
  }

  /** Where and when; what is not known is left out. */
  public Table run() {
    RunInfo run = report.run();
    List<Map.Entry<String, String>> facts =
        List.of(
            Map.entry("name", run.name()),
            Map.entry("directory", run.directory()),
            Map.entry("started", run.startedAt()),
            Map.entry("finished", run.finishedAt()),
            Map.entry("working time", numbers.free(run.durationSeconds()) + " s"),
            Map.entry("host", run.host()),
            Map.entry("Java", run.java()),
            Map.entry("Carryover", run.code()),
            Map.entry("schema", report.schema()));
    Table.Builder table = Table.of(text("fact"), text("value"));
    facts.stream()
        .filter(fact -> !fact.getValue().isEmpty())
        .forEach(fact -> table.line(fact.getKey(), fact.getValue()));
    run.inputs().forEach(table::line);
    return table.build();
  }

  private static String rollout(String rollout) {
    String treatment = Panel.treatmentOf(rollout);
    return treatment.equals(rollout) ? rollout : rollout + " (" + treatment + ")";
  }

  private String loss(OptionalDouble loss) {
    return loss.isPresent() ? ", loss " + numbers.signed(loss.getAsDouble()) : "";
  }

  /** Whether it is known that no history lost more than the margin. */
  private static boolean noneIsOver(RunReport.Verdict verdict) {
    return verdict.worstLoss().isPresent() && verdict.worstLoss().getAsDouble() <= verdict.margin();
  }

  private String upTo(double share) {
    return "up to "
        + numbers.percent(share)
        + " of all, if, as here, none lost more than the margin";
  }

  private String dollars(OptionalDouble dollars) {
    return dollars.isPresent() ? numbers.free(dollars.getAsDouble()) : "not priced";
  }

  private String list(Map<String, Double> figures) {
    return figures.entrySet().stream()
        .map(
            figure ->
                figure.getKey().replace('_', ' ').toLowerCase(Locale.ROOT)
                    + " "
                    + numbers.free(figure.getValue()))
        .collect(Collectors.joining(", "));
  }
}
