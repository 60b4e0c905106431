package dev.carryover.cli;

import dev.carryover.core.run.RepairedCopy;
import dev.carryover.core.run.RepairedCopy.Row;
import dev.carryover.core.run.StoreSwap;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.run.Gate;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Repairs the stores, into a copy. */
@Command(
    name = "apply",
    mixinStandardHelpOptions = true,
    description = {
      "Repairs the old stores for the new component, into a copy. The originals stay as they are.",
      "",
      "A store that was given with --store or 'store' is repaired; without one the old side writes"
          + " it first. Stops and goes on like a gate."
    },
    footer = {
      "",
      "Examples:",
      "  carryover repair apply -c upgrade.yaml --method procrustes --to repaired",
      "  carryover gate -c upgrade.yaml --rollout repaired-procrustes --store repaired",
      "  carryover repair apply -c upgrade.yaml --store jsonl:my-vectors.jsonl \\",
      "      --method re-embed --to repaired --swap",
      "",
      "Exit codes: 0 repaired, 3 some repairs failed (their stores are kept, nothing is swapped),",
      ExitCodes.ELSEWHERE
    })
final class RepairApplyCommand implements Callable<Integer> {
  private static final int FAILED = 3;

  @Mixin private MigrationOptions migration = new MigrationOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec;

  @Option(
      names = "--method",
      required = true,
      paramLabel = "METHOD",
      description = "The repair, such as re-embed or procrustes (docs/repairs.md).")
  private String method = "";

  @Option(
      names = "--effort",
      paramLabel = "PERCENT",
      description = "One of the method's budgets, such as 25 (its largest).")
  private @Nullable Integer effort;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "Where the copy goes. The same repair that stopped goes on there.")
  private Path to = Path.of("");

  @Option(
      names = "--swap",
      description =
          "Put the copy in the place of the store that was given; the old one is kept beside it"
              + " under its name with its checksum.")
  private boolean swap;

  @Option(names = "--json", description = "Print repair.json in place of a summary.")
  private boolean json;

  @Option(
      names = "--dry-run",
      description = "Print the calls, tokens and dollars that it will take, without a call.")
  private boolean dryRun;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    requireUsable();
    migration.method = method;
    migration.effort = effort;
    Gate gate = migration.gate(output.progress(spec.commandLine().getErr()));
    if (dryRun) {
      BillTable.print(gate.estimateRepair(), json, out);
      return 0;
    }
    RepairedCopy copy = gate.repair(to, swap);
    print(copy, out);
    return copy.failures().isEmpty() ? 0 : FAILED;
  }

  private void requireUsable() {
    if (migration.rollout != null) {
      throw new ConfigException(
          "--rollout", "has no place here: the rollout is the repair", "leave it out");
    }
    if (migration.out != null) {
      throw new ConfigException("--out", "has no place here", "name the copy's folder with --to");
    }
  }

  private void print(RepairedCopy copy, PrintWriter out) {
    if (json) {
      out.print(copy.json());
      out.flush();
      return;
    }
    List<Row> rows = copy.histories();
    out.printf(
        Locale.ROOT,
        "%s at %d %% of its effort: %,d stores in %s.%n",
        copy.method(),
        copy.effort(),
        rows.size(),
        to);
    out.printf(
        Locale.ROOT,
        "For each: %,.1f calls, %,.0f tokens in, %,.0f tokens out, %,.1f texts embedded.%n",
        mean(rows, Row::calls),
        mean(rows, Row::tokensIn),
        mean(rows, Row::tokensOut),
        mean(rows, Row::embeddedTexts));
    for (Row row : copy.failures()) {
      out.printf(
          "Failed: %s of history '%s': %s. Its store is kept.%n",
          row.format(), row.history(), row.failure().orElseThrow());
    }
    if (swap && copy.failures().isEmpty()) {
      copy.source()
          .map(source -> StoreSwap.kept(source.location(), source.sha256()))
          .ifPresent(kept -> out.println("Swapped. The old store is kept as " + kept + "."));
    }
    copy.notRepaired()
        .forEach(format -> out.printf("Not repaired: %s, which keeps its old store.%n", format));
    out.printf(
        "Gate it: carryover gate -c %s --rollout %s --store %s%n",
        migration.config, copy.settings().get("rollout"), to);
    out.flush();
  }

  private static double mean(List<Row> rows, ToLongFunction<Row> figure) {
    return rows.stream().mapToLong(figure).average().orElse(0);
  }
}
