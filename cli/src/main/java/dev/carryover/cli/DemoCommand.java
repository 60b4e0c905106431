package dev.carryover.cli;

import dev.carryover.core.report.RunReport;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.migrations.run.Gate;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
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
      "The embedding model is replaced by another of the same dimension, and the vectors are kept;"
          + " or the model that writes and reads by its next generation, and the notes and the graph"
          + " are kept."
    },
    footer = {"", "Exit codes: 0 whatever the verdict,", ExitCodes.ELSEWHERE})
final class DemoCommand implements Callable<Integer> {
  @Option(
      names = "--upgrade",
      paramLabel = "WHAT",
      defaultValue = "embedder",
      description = "What is replaced: embedder or model (${DEFAULT-VALUE}).")
  private Upgrade upgrade = Upgrade.EMBEDDER;

  @Option(names = "--out", paramLabel = "DIR", description = "The run directory (runs/demo).")
  private Path out = Path.of("runs", "demo");

  @Mixin private ReportOptions shown = new ReportOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec;

  /** What the demo replaces. */
  enum Upgrade {
    EMBEDDER("demo.yaml"),
    MODEL("demo-model.yaml");

    private final String migration;

    Upgrade(String migration) {
      this.migration = migration;
    }
  }

  @Override
  public Integer call() {
    String file = upgrade.migration;
    SortedMap<String, String> given = new TreeMap<>(Map.of("text", Templates.text(file)));
    Gate gate =
        new Gate(
            MigrationFileReader.read(file, Templates.bytes(file), Map.of()),
            new Gate.Options(
                out,
                given,
                Runtime.getRuntime().availableProcessors(),
                MigrationOptions.DEFAULT_IN_FLIGHT,
                false,
                Optional.empty(),
                OptionalDouble.empty(),
                Optional.empty()),
            output.progress(spec.commandLine().getErr()),
            Clock.systemUTC());
    RunReport report = gate.run();
    Reports.publish(report, gate.folder(), shown, output, spec.commandLine().getOut());
    return 0;
  }
}
