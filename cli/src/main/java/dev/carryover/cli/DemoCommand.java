package dev.carryover.cli;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.spi.Reporter.ReportFile;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.migrations.run.Gate;
import dev.carryover.migrations.run.GateListener;
import dev.carryover.migrations.run.GateOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What does this tool do? */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "What does this tool do? The whole way on built-in models and synthetic histories, offline.",
      "",
      "The embedding model is replaced by another of the same dimension, and the vectors are kept."
          + " Then a tiny transformer is replaced by another, and six ways to keep a memory are set"
          + " side by side: what the new model holds itself, what it inherits, what a repair"
          + " restores, and what that takes."
    },
    footer = {"", "Exit codes: 0 whatever the verdict,", ExitCodes.ELSEWHERE})
final class DemoCommand implements Callable<Integer> {
  @Option(
      names = "--upgrade",
      paramLabel = "WHAT",
      description =
          "One alone: embedder; model (the built-in one that writes and reads, by its next"
              + " generation); or state (the transformer and the six formats).")
  private @Nullable Upgrade upgrade;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The run directory (runs/demo); the second run's is DIR-state.")
  private Path out = Path.of("runs", "demo");

  @Mixin private ReportOptions shown = new ReportOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec;

  /** What the demo replaces. */
  enum Upgrade {
    EMBEDDER("demo.yaml"),
    MODEL("demo-model.yaml"),
    STATE("demo-state.yaml");

    private final String migration;

    Upgrade(String migration) {
      this.migration = migration;
    }
  }

  @Override
  public Integer call() {
    if (upgrade == null) {
      replace(Upgrade.EMBEDDER, out);
      compareFormats(out.resolveSibling(out.getFileName() + "-state"), shown.json);
    } else if (upgrade == Upgrade.STATE && !shown.json) {
      compareFormats(out, false);
    } else {
      replace(upgrade, out);
    }
    return 0;
  }

  private void replace(Upgrade what, Path folder) {
    Gate gate = gate(what, folder, progress());
    Reports.publish(gate.run(), gate.folder(), shown, output, spec.commandLine().getOut());
  }

  /**
   * Shows the six formats in one table.
   *
   * @param silently whether standard output is the first run's alone
   */
  private void compareFormats(Path folder, boolean silently) {
    RepairTimes times = new RepairTimes(progress());
    Gate gate = gate(Upgrade.STATE, folder, times);
    RunReport report = gate.run();
    List<ReportFile> files = RunDirectory.writeReport(gate.folder(), report);
    if (!silently) {
      PrintWriter out = spec.commandLine().getOut();
      out.println();
      out.print(Reports.content(files, "repairs.txt"));
      times.print(out);
      out.println("Report: " + RunDirectory.page(gate.folder()));
      out.flush();
    }
  }

  private GateListener progress() {
    return output.progress(spec.commandLine().getErr());
  }

  private static Gate gate(Upgrade what, Path folder, GateListener listener) {
    String file = what.migration;
    SortedMap<String, String> given = new TreeMap<>(Map.of("text", Templates.text(file)));
    return new Gate(
        MigrationFileReader.read(file, Templates.bytes(file), Map.of()),
        new GateOptions(
            folder,
            given,
            Runtime.getRuntime().availableProcessors(),
            WorkOptions.DEFAULT_IN_FLIGHT,
            false,
            Optional.empty(),
            OptionalDouble.empty(),
            Optional.empty()),
        listener,
        Clock.systemUTC());
  }
}
