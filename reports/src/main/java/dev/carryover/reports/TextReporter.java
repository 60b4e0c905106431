package dev.carryover.reports;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.RepairTable;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code summary.txt}, as a terminal shows it: at most 100 columns, no control codes. The first
 * line is the verdict, such as {@code Verdict: REGRESSED}. Where repairs were measured also {@code
 * repairs.txt}: their table alone.
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
    List<ReportFile> files = new ArrayList<>();
    files.add(new ReportFile("summary.txt", new TextSummary(report).render()));
    RepairTable repairs = new RepairTable(report, Numbers.PLAIN);
    if (!repairs.table().isEmpty()) {
      files.add(
          new ReportFile(
              "repairs.txt",
              repairs.heading() + "\n" + TextTable.render(repairs.table(), TextSummary.WIDTH)));
    }
    return files;
  }
}
