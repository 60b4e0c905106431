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

/** May the upgrade go ahead? */
@Command(
    name = "gate",
    mixinStandardHelpOptions = true,
    description = {
      "May the upgrade go ahead? The full evaluation.",
      "",
      "Keeps the histories fixed, swaps one component, and tests whether the memory loses more"
          + " than the margin. Writes a run directory with the journal, the stores and the report."
    },
    footer = {
      "",
      "Examples:",
      "  carryover gate -c examples/embedder-upgrade.yaml",
      "  carryover gate -c upgrade.yaml --histories locomo:locomo10.json --out runs/locomo",
      "  carryover gate -c examples/model-upgrade.yaml --dry-run",
      "  carryover gate -c examples/embedder-upgrade.yaml --with-repair",
      "  carryover gate -c upgrade.yaml --histories 'jsonl:chats.jsonl?questions=questions.jsonl' \\",
      "      --store jsonl:my-vectors.jsonl",
      "",
      "Exit codes: 0 preserved, 1 regressed, 3 inconclusive or not measurable,",
      ExitCodes.ELSEWHERE
    })
final class GateCommand implements Callable<Integer> {
  @Mixin private MigrationOptions migration = new MigrationOptions();
  @Mixin private ReportOptions shown = new ReportOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec;

  @Option(
      names = "--dry-run",
      description = "Print the calls, tokens and dollars that it will take, without a call.")
  private boolean dryRun;

  @Option(
      names = "--with-repair",
      description =
          "Judge each repair at its largest budget too, as if it were the rollout. The exit code stays"
              + " that of the planned rollout. The run is runs/NAME-with-repair.")
  private boolean withRepair;

  @Override
  public Integer call() {
    if (withRepair && migration.baseline != null) {
      throw new ConfigException(
          "--with-repair",
          "does not go with --baseline: the repairs are of stores that the old side writes",
          "leave one of them out");
    }
    Gate gate =
        migration.gate(
            withRepair ? "-with-repair" : "", output.progress(spec.commandLine().getErr()));
    if (dryRun) {
      BillTable.print(
          withRepair ? gate.estimateWithRepairs() : gate.estimate(),
          shown.json,
          spec.commandLine().getOut());
      return 0;
    }
    RunReport report = withRepair ? gate.withRepairs() : gate.run();
    return Reports.publish(report, gate.folder(), shown, output, spec.commandLine().getOut());
  }
}
