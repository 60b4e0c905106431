package dev.carryover.reports;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import dev.carryover.reports.html.PageRenderer;
import java.util.List;

/** A page for people, in one file that loads nothing. */
public final class HtmlReporter implements Reporter {
  @Override
  public String name() {
    return "html";
  }

  @Override
  public String description() {
    return "index.html: one page for people, with plots, that loads nothing";
  }

  @Override
  public List<ReportFile> render(RunReport report) {
    return List.of(new ReportFile("index.html", new PageRenderer().render(report)));
  }
}
