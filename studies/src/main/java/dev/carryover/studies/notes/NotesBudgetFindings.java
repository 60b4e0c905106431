package dev.carryover.studies.notes;

import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.studies.report.Findings;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.report.StudyTable.Entry;
import dev.carryover.studies.report.Verdict;
import dev.carryover.studies.report.Verdict.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** What a sweep says: coverage by bytes, and the least cap that is enough. */
final class NotesBudgetFindings {
  /** The coverage under which the paper's instrument is not believed (spec 1.8). */
  static final double ENOUGH = 0.60;

  private static final int KIB = 1024;

  private NotesBudgetFindings() {}

  /**
   * @param points writer by writer, in the order of the caps
   */
  static Findings of(List<Coverage> points) {
    boolean told = points.stream().anyMatch(point -> point.mean().isPresent());
    return Findings.ofHistories(
        told
            ? Optional.empty()
            : Optional.of(
                "no question names evidence with a code, which notes could be seen to hold"),
        told ? verdicts(points) : List.of(),
        List.of(here(points), paper()),
        told ? List.of(CoveragePlot.of(points)) : List.of(),
        List.of(
            "Coverage is the share of the evidence whose codes and names stand together in one line of the notes. It says what is stored, not what a reader finds in it.",
            "Bytes are those of the notes, without headings. A writer that copies sentences fills its cap; one that writes in its own words need not.",
            "The paper's figures are of other models on other histories, whose size it does not tell: no figure here confirms or refutes them."));
  }

  private static List<Verdict> verdicts(List<Coverage> points) {
    return points.stream()
        .map(point -> point.point().writer())
        .distinct()
        .map(
            writer ->
                verdict(
                    writer,
                    points.stream().filter(p -> p.point().writer().equals(writer)).toList()))
        .toList();
  }

  private static Verdict verdict(String writer, List<Coverage> points) {
    Optional<Coverage> first =
        points.stream().filter(point -> point.mean().orElse(0) >= ENOUGH).findFirst();
    Coverage most = points.get(points.size() - 1);
    return new Verdict(
        "%s keeps at least %s of the evidence".formatted(writer, rate(ENOUGH)),
        first.isPresent() ? Decision.YES : Decision.NO,
        OptionalDouble.empty(),
        first
            .map(at -> "First under a cap of %s: %s".formatted(at.point().cap(), told(at)))
            .orElse("Under the last cap, %s, %s".formatted(most.point().cap(), told(most))));
  }

  private static String told(Coverage point) {
    return "coverage %s in %s KiB"
        .formatted(
            point.mean().isPresent() ? rate(point.mean().getAsDouble()) : "unknown",
            shown(kib(point.used())));
  }

  private static StudyTable here(List<Coverage> points) {
    List<List<Entry>> rows = new ArrayList<>();
    for (Coverage point : points) {
      rows.add(
          List.of(
              Entry.text(point.point().writer()),
              Entry.text(point.point().cap()),
              size(point.allowed()),
              size(point.used()),
              rate(point.mean()),
              end(point, Interval::low),
              end(point, Interval::high),
              Entry.number(point.shares().size(), Integer.toString(point.shares().size()))));
    }
    return new StudyTable(
        "coverage",
        "Evidence coverage under a cap (95 % t interval over histories)",
        List.of("writer", "cap", "allowed_kib", "used_kib", "coverage", "low", "high", "histories"),
        rows);
  }

  /** Spec 1.8; intervals and the coverage at 128 KiB are not stated. */
  private static StudyTable paper() {
    return new StudyTable(
        "paper",
        "The paper's figures, beside these: other models, other histories",
        List.of("writer", "cap", "used_kib", "coverage"),
        List.of(
            paperRow("Qwen2.5-7B-Instruct-1M", 143, .856),
            paperRow("Llama-3.1-8B-Instruct", 159, .645)));
  }

  private static List<Entry> paperRow(String writer, int used, double coverage) {
    return List.of(
        Entry.text(writer),
        Entry.text("160KiB"),
        Entry.number(used, "about " + used),
        Entry.number(coverage, rate(coverage)));
  }

  private static Entry size(double bytes) {
    return Entry.number(kib(bytes), shown(kib(bytes)));
  }

  private static String shown(double kib) {
    return String.format(Locale.ROOT, "%.1f", kib);
  }

  private static double kib(double bytes) {
    return bytes / KIB;
  }

  private static Entry rate(OptionalDouble value) {
    return value.isPresent()
        ? Entry.number(value.getAsDouble(), rate(value.getAsDouble()))
        : Entry.text(Numbers.TYPOGRAPHIC.absent());
  }

  private static Entry end(Coverage point, Function<Interval, Double> end) {
    return rate(
        point
            .estimate()
            .map(TEstimate::interval)
            .map(interval -> OptionalDouble.of(end.apply(interval)))
            .orElse(OptionalDouble.empty()));
  }

  private static String rate(double value) {
    return Numbers.TYPOGRAPHIC.rate(value);
  }
}
