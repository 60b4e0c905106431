package dev.carryover.cli;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.migrations.analysis.Analyst;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.probes.screen.ScreenSettings;
import dev.carryover.probes.screen.Screening;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Renders a run again. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Renders a run again from its journal, offline.",
    footer = {
      "",
      "Exit codes: 0 whatever the verdict, 2 no run that can be read, 5 the report cannot be written."
    })
final class ReportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "The run directory.")
  private Path run = Path.of("");

  @Mixin private ReportOptions shown = new ReportOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    try (RunDirectory.Finished finished = RunDirectory.read(run)) {
      if (StudyCommand.isOne(finished)) {
        StudyCommand.renderAgain(finished, run, shown, spec.commandLine().getOut());
        return 0;
      }
      if (ScreenSettings.isScreen(finished.record())) {
        ScreenCommand.publish(Screening.report(run), run, shown, spec.commandLine().getOut());
        return 0;
      }
      if (ScreenSettings.isOfCandidate(finished.record())) {
        throw new ConfigException(
            "RUN",
            run + " is a part of a screen, on which no verdict may rest",
            "give the folder of the screen, two levels up");
      }
      RunReport report =
          Analyst.analyse(finished.record(), finished.journal(), finished.texts(), run.toString());
      if (RecoveryRun.isOne(finished.record())) {
        RecoveryRun.publish(
            RecoveryRun.of(finished.record().given()).report(finished, report),
            run,
            shown,
            spec.commandLine().getOut());
        return 0;
      }
      Reports.publish(report, run, shown, output, spec.commandLine().getOut());
      return 0;
    }
  }
}
