package dev.carryover.cli;

import dev.carryover.core.report.RunReport;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.run.Gate;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where was it lost? */
@Command(
    name = "diagnose",
    mixinStandardHelpOptions = true,
    description = {
      "Where was it lost: when the memory was written, when it was searched, or when it was read?",
      "",
      "Runs as a gate does, and has each reader answer from the stored evidence and from the"
          + " original events beside. Tells the loss by stage, shows the answers that were lost, and"
          + " says what to try first. The run is runs/NAME-diagnose where --out does not say"
          + " otherwise."
    },
    footer = {
      "",
      "Examples:",
      "  carryover diagnose -c examples/model-upgrade-builtin.yaml",
      "  carryover diagnose -c examples/model-upgrade.yaml --dry-run",
      "",
      "Exit codes: 0 diagnosed, whatever the verdict,",
      ExitCodes.ELSEWHERE
    })
final class DiagnoseCommand implements Callable<Integer> {
  private static final String ENDING = "-diagnose";

  @Mixin private MigrationOptions migration = new MigrationOptions();
  @Mixin private ReportOptions shown = new ReportOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec;

  @Option(
      names = "--dry-run",
      description = "Print the calls, tokens and dollars that it will take, without a call.")
  private boolean dryRun;

  @Override
  public Integer call() {
    if (migration.baseline != null) {
      throw new ConfigException(
          "--baseline",
          "does not go with 'diagnose', for which the old side must answer from the evidence too",
          "diagnose while the old model is there, or leave it to 'gate --baseline'");
    }
    Gate gate = migration.gate(ENDING, output.progress(spec.commandLine().getErr()));
    if (dryRun) {
      BillTable.print(gate.estimateDiagnosis(), shown.json, spec.commandLine().getOut());
      return 0;
    }
    RunReport report = gate.diagnose();
    Reports.publish(report, gate.folder(), shown, output, spec.commandLine().getOut());
    return 0;
  }
}
