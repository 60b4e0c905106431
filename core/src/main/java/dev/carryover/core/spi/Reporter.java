package dev.carryover.core.spi;

import dev.carryover.core.report.RunReport;
import java.util.List;

/** Renders a run report as files. Sees the report, never the run. */
public interface Reporter extends Plugin {
  /** The files; equal reports give equal bytes. */
  List<ReportFile> render(RunReport report);

  /**
   * A rendered file.
   *
   * @param name its name in the report folder
   * @param content its text, to be written as UTF-8
   */
  record ReportFile(String name, String content) {}
}
