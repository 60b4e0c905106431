package dev.carryover.reports.figures;

import static dev.carryover.reports.figures.Table.Column.figure;
import static dev.carryover.reports.figures.Table.Column.text;

import dev.carryover.core.report.ScreenReport;
import dev.carryover.core.report.ScreenReport.Candidate;
import dev.carryover.core.report.ScreenReport.Comparison;
import dev.carryover.core.report.ScreenReport.Estimate;
import dev.carryover.core.report.ScreenReport.Row;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The tables of a screen. */
public final class ScreenTables {
  private final ScreenReport report;
  private final Numbers numbers;

  public ScreenTables(ScreenReport report, Numbers numbers) {
    this.report = report;
    this.numbers = numbers;
  }

  /** What a person does with each candidate, and why. */
  public Table decisions() {
    Table.Builder table = Table.of(text("candidate"), text("decision"), text("why"));
    for (Candidate candidate : report.candidates()) {
      table.line(candidate.name(), decision(candidate.decision()), candidate.reason());
    }
    return table.build();
  }

  /** The candidates side by side, format by format, the best first. */
  public Table ranking() {
    Table.Builder table =
        Table.of(
            text("candidate"),
            text("format"),
            figure("rank"),
            text("measure"),
            figure("on the probes"),
            figure("95 %"),
            figure("predicted"),
            figure("95 %"),
            figure("loss"),
            figure("95 %"),
            figure("histories"));
    for (Row row : rows()) {
      table.line(
          row.candidate(),
          row.format(),
          rank(row),
          row.measure(),
          numbers.rate(row.screened().mean()),
          interval(Optional.of(row.screened())),
          row.predicted().map(p -> numbers.rate(p.mean())).orElse(numbers.absent()),
          interval(row.predicted()),
          row.loss().map(loss -> numbers.signed(loss.mean())).orElse(numbers.absent()),
          row.loss()
              .map(loss -> numbers.signedInterval(loss.low(), loss.high()))
              .orElse(numbers.absent()),
          Integer.toString(row.screened().histories()));
    }
    return table.build();
  }

  /** The same in few columns, for a terminal. */
  public Table summary() {
    Table.Builder table =
        Table.of(
            text("candidate"),
            text("format"),
            figure("rank"),
            figure("on the probes"),
            figure("predicted"),
            figure("loss"));
    for (Row row : rows()) {
      table.line(
          row.candidate(),
          row.format(),
          rank(row),
          numbers.rate(row.screened().mean()),
          row.predicted()
              .map(p -> numbers.rate(p.mean()) + " (" + numbers.interval(p.low(), p.high()) + ")")
              .orElse(numbers.absent()),
          row.loss()
              .map(
                  loss ->
                      numbers.signed(loss.mean())
                          + " ("
                          + numbers.signedInterval(loss.low(), loss.high())
                          + ")")
              .orElse(numbers.absent()));
    }
    return table.build();
  }

  /** What was measured, by format. */
  public String measures() {
    return rows().stream()
        .map(row -> row.measure() + " (" + row.format() + ")")
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** Stored texts' neighbours, beside those of an unchanged embedder; empty for answers. */
  public Table controls() {
    Table.Builder table = Table.of(text("candidate"), text("format"), figure("no-op"));
    for (Row row : rows()) {
      row.noOp()
          .ifPresent(noOp -> table.line(row.candidate(), row.format(), numbers.rate(noOp.mean())));
    }
    return table.build();
  }

  /** Every two candidates on the same probes; empty for one candidate. */
  public Table comparisons() {
    Table.Builder table =
        Table.of(
            text("first minus second"),
            text("format"),
            figure("difference"),
            figure("95 %"),
            figure("p, Holm"));
    for (Comparison pair : report.comparisons()) {
      table.line(
          pair.first() + " - " + pair.second(),
          pair.format(),
          numbers.signed(pair.difference().mean()),
          numbers.signedInterval(pair.difference().low(), pair.difference().high()),
          numbers.p(pair.p()));
    }
    return table.build();
  }

  /** What was asked. */
  public Table asked() {
    return Table.of(text("what"), text("how many"))
        .line("answers of candidates", numbers.count(report.asked().answers()))
        .line("answers of the old side", numbers.count(report.asked().oldAnswers()))
        .line("histories", numbers.count(report.asked().histories()))
        .line("probes of a history, at most", numbers.count(report.asked().probes()))
        .line("seed of the probes", Long.toString(report.asked().seed()))
        .line("calibration", calibration())
        .build();
  }

  /** The rows by format, then by rank and mean. */
  public List<Row> rows() {
    return report.candidates().stream()
        .flatMap(candidate -> candidate.formats().stream())
        .sorted(
            Comparator.comparing(Row::format)
                .thenComparing(Row::rank)
                .thenComparing(row -> -row.screened().mean()))
        .toList();
  }

  /** A decision in words. */
  public static String decision(String decision) {
    return switch (decision) {
      case ScreenReport.GO_ON -> "go on to the full gate";
      case ScreenReport.RANKING_ONLY -> "ranking only";
      case ScreenReport.ALL_STOPPED -> "all stopped";
      case ScreenReport.CANNOT_TELL -> "cannot tell";
      default -> decision;
    };
  }

  private String calibration() {
    List<String> runs = report.calibration().runs();
    return report.calibration().source() + (runs.isEmpty() ? "" : "\n" + String.join("\n", runs));
  }

  private static String rank(Row row) {
    return row.rank() + (row.tied() ? " (tie)" : "");
  }

  private String interval(Optional<Estimate> estimate) {
    return estimate
        .map(known -> numbers.interval(known.low(), known.high()))
        .orElse(numbers.absent());
  }
}
