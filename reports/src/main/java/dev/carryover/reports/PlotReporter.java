package dev.carryover.reports;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import dev.carryover.reports.html.PageRenderer;
import java.util.List;

/**
 * The plots of the page as files: {@code loss-by-stage-FORMAT-DIRECTION.svg} of a diagnosis, and
 * {@code accuracy-by-family-FORMAT-DIRECTION.svg}.
 */
public final class PlotReporter implements Reporter {
  @Override
  public String name() {
    return "plots";
  }

  @Override
  public String description() {
    return "loss-by-stage-*.svg and accuracy-by-family-*.svg: plots to put elsewhere";
  }

  @Override
  public List<ReportFile> render(RunReport report) {
    return new PageRenderer()
        .plots(report).entrySet().stream()
            .map(plot -> new ReportFile(plot.getKey() + ".svg", plot.getValue()))
            .toList();
  }
}
