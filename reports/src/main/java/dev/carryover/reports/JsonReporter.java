package dev.carryover.reports;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import java.util.List;

/** Everything, for scripts; see {@link ReportJson}. */
public final class JsonReporter implements Reporter {
  @Override
  public String name() {
    return "json";
  }

  @Override
  public String description() {
    return "report.json: everything, unrounded, for scripts";
  }

  @Override
  public List<ReportFile> render(RunReport report) {
    return List.of(new ReportFile("report.json", ReportJson.write(report)));
  }
}
