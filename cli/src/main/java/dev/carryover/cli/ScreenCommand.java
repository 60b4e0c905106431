package dev.carryover.cli;

import dev.carryover.core.report.ScreenReport;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.spi.Reporter.ReportFile;
import dev.carryover.reports.ScreenFiles;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which candidates are obviously bad, and which should be tested in full? */
@Command(
    name = "screen",
    mixinStandardHelpOptions = true,
    description = {
      "Which candidates are obviously bad, and which should be tested in full?",
      "",
      "Asks each candidate twenty fixed probes of each history, on the old store. Stops or ranks;"
          + " never approves. Where the histories have no questions, compares whose neighbours the"
          + " stored texts keep."
    },
    footer = {
      "",
      "Examples:",
      "  carryover screen -c examples/candidates.yaml",
      "  carryover gate   -c examples/candidates.yaml --candidate NAME \\",
      "      --screened runs/candidates-screen",
      "",
      "Exit codes: 0 one or more go on, 1 all stopped, 3 cannot tell,",
      ExitCodes.ELSEWHERE
    })
final class ScreenCommand implements Callable<Integer> {
  @Mixin private MigrationOptions migration = new MigrationOptions();
  @Mixin private ReportOptions shown = new ReportOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec;

  @Option(
      names = "--calibration",
      paramLabel = "FILE",
      description =
          "What 'carryover calibrate' wrote, in place of the calibration that ships (built-in"
              + " models on made-up histories).")
  private @Nullable Path calibration;

  @Override
  public Integer call() {
    ScreenRun screen =
        migration.screen(
            Optional.ofNullable(calibration), output.progress(spec.commandLine().getErr()));
    ScreenReport report = screen.run();
    publish(report, screen.folder(), shown, spec.commandLine().getOut());
    return switch (report.decision()) {
      case ScreenReport.GO_ON -> 0;
      case ScreenReport.ALL_STOPPED -> 1;
      default -> 3;
    };
  }

  /** Writes a screen's report folder, and shows the report. */
  static void publish(ScreenReport report, Path folder, ReportOptions shown, PrintWriter out) {
    List<ReportFile> files = ScreenFiles.render(report);
    RunDirectory.writeReport(folder, files);
    if (shown.json) {
      out.print(Reports.content(files, ScreenFiles.JSON));
    } else {
      out.print(Reports.content(files, ScreenFiles.TEXT));
      out.println("Report: " + RunDirectory.page(folder));
    }
    out.flush();
  }
}
