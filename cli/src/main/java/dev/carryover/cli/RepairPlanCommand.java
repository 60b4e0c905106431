package dev.carryover.cli;

import dev.carryover.core.report.RepairReport;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.run.Gate;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What restores the memory, at what cost, and what does not? */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = {
      "What restores the memory, at what cost, and what does not?",
      "",
      "Tries every repair at every budget on a sample of the histories, both ways, beside what the"
          + " new component holds itself. Names the cheapest for each target and what it is"
          + " expected to cost for all histories. The run is runs/NAME-repair where --out does not"
          + " say otherwise."
    },
    footer = {
      "",
      "Examples:",
      "  carryover repair plan -c examples/embedder-upgrade.yaml --target 0.95",
      "  carryover repair plan -c examples/embedder-upgrade.yaml --prices ours",
      "  carryover repair plan -c upgrade.yaml --no-history --max-cost 5",
      "",
      "Exit codes: 0 the target can be reached, 3 nothing that was tried restores it,",
      ExitCodes.ELSEWHERE
    })
final class RepairPlanCommand implements Callable<Integer> {
  private static final String ENDING = "-repair";

  @Mixin private MigrationOptions migration = new MigrationOptions();
  @Mixin private ReportOptions shown = new ReportOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec;

  @Option(
      names = "--target",
      paramLabel = "X",
      defaultValue = "0.95",
      description = "The share of own-store accuracy that is wanted (${DEFAULT-VALUE}).")
  private String target = "";

  @Option(
      names = "--sample",
      paramLabel = "N",
      defaultValue = "12",
      description =
          "How many histories are tried, drawn by the seed (${DEFAULT-VALUE}, or all if fewer).")
  private int sample;

  @Option(
      names = "--prices",
      paramLabel = "FILE",
      description =
          "What models cost (docs/repairs.md), or 'ours' for the list that ships. Without it the"
              + " prices of services in the migration file count, if they cover all.")
  private @Nullable String prices;

  @Option(
      names = "--no-history",
      description = "Only repairs that make do with the store: the raw histories are gone.")
  private boolean noHistory;

  @Option(
      names = "--dry-run",
      description = "Print the calls, tokens and dollars that it will take, without a call.")
  private boolean dryRun;

  @Override
  public Integer call() {
    requireUsable();
    RecoveryRun recovery = RecoveryRun.of(target, prices);
    migration.noHistory = noHistory;
    recovery.given().forEach(migration.alsoGiven::put);
    Gate gate = migration.gate(ENDING, output.progress(spec.commandLine().getErr()));
    if (dryRun) {
      BillTable.print(gate.estimateRepairs(sample), shown.json, spec.commandLine().getOut());
      return 0;
    }
    RunReport run = gate.repairs(sample, recovery::requirePrices);
    try (RunDirectory.Finished finished = RunDirectory.read(gate.folder())) {
      RepairReport report = recovery.report(finished, run);
      RecoveryRun.publish(report, gate.folder(), shown, spec.commandLine().getOut());
      return report.decision().equals(RepairReport.RESTORED) ? 0 : 3;
    }
  }

  private void requireUsable() {
    if (sample < 1) {
      throw new ConfigException("--sample", "is " + sample, "give at least 1");
    }
    if (migration.baseline != null) {
      throw new ConfigException(
          "--baseline",
          "does not go with 'repair plan', which repairs stores both ways",
          "plan while the old side is there");
    }
  }
}
