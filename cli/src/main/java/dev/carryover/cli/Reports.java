package dev.carryover.cli;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.spi.Reporter.ReportFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes a run's report folder and shows the report on standard output. */
final class Reports {
  private Reports() {}

  /**
   * Renders with every reporter there is.
   *
   * @return the exit code of the verdict
   */
  static int publish(
      RunReport report, Path folder, ReportOptions shown, OutputOptions output, PrintWriter out) {
    List<ReportFile> files = RunDirectory.writeReport(folder, report);
    if (shown.json) {
      out.print(content(files, "report.json"));
    } else {
      String decision = report.verdict().decision();
      for (String line : content(files, "summary.txt").split("\n", -1)) {
        boolean verdict = line.toLowerCase(Locale.ROOT).contains("verdict");
        out.println(verdict ? output.coloured(decision, line) : line);
      }
      out.println("Report: " + RunDirectory.page(folder));
    }
    out.flush();
    return code(report.verdict().decision());
  }

  static String content(List<ReportFile> files, String name) {
    return files.stream()
        .filter(file -> file.name().equals(name))
        .map(ReportFile::content)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no reporter writes " + name));
  }

  private static int code(String decision) {
    return switch (decision) {
      case "preserved" -> 0;
      case "regressed" -> 1;
      default -> 3;
    };
  }
}
