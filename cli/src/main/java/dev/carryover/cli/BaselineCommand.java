package dev.carryover.cli;

import dev.carryover.migrations.run.Gate;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What does the old model answer today? */
@Command(
    name = "baseline",
    mixinStandardHelpOptions = true,
    description = {
      "What does the old side answer today? Asks each question once, and nobody else.",
      "",
      "Keep the run, which is runs/NAME-baseline where --out does not say otherwise: when the old"
          + " model is retired, 'carryover gate -c FILE --baseline RUN' compares with it."
    },
    footer = {"", "Exit codes: 0 measured,", ExitCodes.ELSEWHERE})
final class BaselineCommand implements Callable<Integer> {
  @Mixin private MigrationOptions migration = new MigrationOptions();
  @Mixin private ReportOptions shown = new ReportOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Gate gate = migration.gate("-baseline", output.progress(spec.commandLine().getErr()));
    Reports.publish(gate.baseline(), gate.folder(), shown, output, spec.commandLine().getOut());
    return 0;
  }
}
