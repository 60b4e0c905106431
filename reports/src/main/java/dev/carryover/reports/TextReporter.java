package dev.carryover.reports;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import java.util.List;

/**
 * {@code summary.txt}, as a terminal shows it: at most 100 columns, no control codes. The first
 * line is the verdict, such as {@code Verdict: REGRESSED}.
 */
public final class TextReporter implements Reporter {
  @Override
  public String name() {
    return "text";
  }

  @Override
  public String description() {
    return "summary.txt: the verdict and its tables, for a terminal";
  }

  @Override
  public List<ReportFile> render(RunReport report) {
    return List.of(new ReportFile("summary.txt", new TextSummary(report).render()));
  }
}
