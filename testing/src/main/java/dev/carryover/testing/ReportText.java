package dev.carryover.testing;

import dev.carryover.core.report.Figure;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Hypothesis;
import dev.carryover.core.report.RunReport.Verdict;
import dev.carryover.core.run.RunDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What a failed assertion says of a report. */
final class ReportText {
  private ReportText() {}

  /** The address of the page for people. */
  static Path page(RunReport report) {
    return RunDirectory.page(Path.of(report.run().directory())).toAbsolutePath();
  }

  /**
   * A message.
   *
   * @param expecting what was asked for, as a clause, and what is there instead
   */
  static String of(RunReport report, String expecting) {
    Verdict verdict = report.verdict();
    List<String> lines = new ArrayList<>();
    lines.add(expecting);
    lines.add("verdict: %s: %s".formatted(verdict.decision(), verdict.reason()));
    report.hypotheses().forEach(hypothesis -> lines.add(line(hypothesis)));
    report.gates().stream()
        .filter(gate -> !gate.passed())
        .forEach(gate -> lines.add("control failed: " + gate.name()));
    verdict
        .worstHistory()
        .ifPresent(
            history ->
                lines.add(
                    "worst history: %s, which loses %s"
                        .formatted(history, signed(verdict.worstLoss()))));
    verdict
        .historiesNeeded()
        .ifPresent(needed -> lines.add("histories that would decide it: " + needed));
    lines.add("report: " + page(report));
    return String.join("\n  ", lines);
  }

  private static String line(Hypothesis hypothesis) {
    return "%s, %s, %s: loss %s, margin %s, histories %d"
        .formatted(
            hypothesis.name(),
            hypothesis.measure(),
            hypothesis.decision(),
            estimate(hypothesis),
            hypothesis.margin(),
            hypothesis.histories());
  }

  /** A loss with its interval. */
  static String estimate(Hypothesis hypothesis) {
    return signed(hypothesis.estimate())
        + interval(signed(hypothesis.low()), signed(hypothesis.high()));
  }

  /** A figure with its interval and what it rests on. */
  static String figure(Figure figure) {
    return "%s%s over %d histories, %d probes scored, %d unscored, %d failed"
        .formatted(
            plain(figure.mean()),
            interval(plain(figure.low()), plain(figure.high())),
            figure.histories(),
            figure.scored(),
            figure.unscored(),
            figure.failed());
  }

  private static String interval(String low, String high) {
    return " (95 % interval " + low + " to " + high + ")";
  }

  private static String signed(OptionalDouble value) {
    return written("%+.3f", value);
  }

  private static String plain(OptionalDouble value) {
    return written("%.3f", value);
  }

  private static String written(String form, OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, form, value.getAsDouble()) : "undefined";
  }
}
