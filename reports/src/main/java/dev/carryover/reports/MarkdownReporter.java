package dev.carryover.reports;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import java.util.List;

/** {@code report.md}: the verdict, its tables and its limits, short enough for a comment. */
public final class MarkdownReporter implements Reporter {
  @Override
  public String name() {
    return "markdown";
  }

  @Override
  public String description() {
    return "report.md: the verdict, its tables and limits, for a comment on a pull request";
  }

  @Override
  public List<ReportFile> render(RunReport report) {
    return List.of(new ReportFile("report.md", new MarkdownComment(report).render()));
  }
}
