package dev.carryover.reports;

import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.Diagnosis.Fate;
import dev.carryover.core.report.Diagnosis.LostAnswer;
import dev.carryover.core.report.Diagnosis.Said;
import dev.carryover.core.report.Diagnosis.Words;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * {@code lost-answers.csv}: every answer that was lost, a line each, where a run was diagnosed. RFC
 * 4180; question and right answer only for those that the report tells in full.
 */
public final class LostAnswersReporter implements Reporter {
  @Override
  public String name() {
    return "lost-answers";
  }

  @Override
  public String description() {
    return "lost-answers.csv: every answer that was lost and at which stage, of a diagnosis";
  }

  @Override
  public List<ReportFile> render(RunReport report) {
    return report.diagnosis().stream()
        .map(diagnosis -> new ReportFile("lost-answers.csv", table(diagnosis)))
        .toList();
  }

  private static String table(Diagnosis diagnosis) {
    CsvLines csv =
        new CsvLines()
            .text("format", "direction", "treatment", "history", "probe", "family", "stage")
            .text("before_had", "evidence", "first_hit", "mark", "said", "mark_stored")
            .text("said_stored", "mark_raw", "said_raw", "question", "answer")
            .end();
    diagnosis.lost().forEach(one -> line(csv, one));
    return csv.toString();
  }

  private static void line(CsvLines csv, LostAnswer one) {
    csv.text(one.format(), one.direction(), one.treatment(), one.history(), one.probe())
        .text(one.family(), one.stage(), one.beforeHad().map(String::valueOf).orElse(""))
        .text(
            one.evidence().stream()
                .map(LostAnswersReporter::fate)
                .collect(Collectors.joining("; ")))
        .text(one.firstHit().isPresent() ? String.valueOf(one.firstHit().getAsInt()) : "");
    said(csv, one.normal());
    said(csv, one.stored());
    said(csv, one.raw());
    csv.text(one.texts().map(Words::question).orElse(""))
        .text(one.texts().flatMap(Words::answer).orElse(""))
        .end();
  }

  private static String fate(Fate fate) {
    return fate.event()
        + (fate.kept() ? " stored" : " not stored")
        + (fate.rank().isPresent() ? " rank " + fate.rank().getAsInt() : " not back");
  }

  private static void said(CsvLines csv, Optional<Said> said) {
    csv.text(said.map(Said::mark).orElse(""), said.map(Said::text).orElse(""));
  }
}
