package dev.carryover.cli;

import dev.carryover.core.report.RunReport;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.migrations.run.Gate;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
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
      "An embedding model is replaced by another of the same dimension, and the vectors are kept."
    },
    footer = {"", "Exit codes: 0 whatever the verdict,", ExitCodes.ELSEWHERE})
final class DemoCommand implements Callable<Integer> {
  private static final String MIGRATION = "demo.yaml";

  @Option(names = "--out", paramLabel = "DIR", description = "The run directory (runs/demo).")
  private Path out = Path.of("runs", "demo");

  @Mixin private ReportOptions shown = new ReportOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    byte[] yaml = Templates.bytes(MIGRATION);
    SortedMap<String, String> given = new TreeMap<>(Map.of("text", Templates.text(MIGRATION)));
    Gate gate =
        new Gate(
            MigrationFileReader.read(MIGRATION, yaml, Map.of()),
            new Gate.Options(
                out,
                given,
                Runtime.getRuntime().availableProcessors(),
                MigrationOptions.DEFAULT_IN_FLIGHT,
                false),
            output.progress(spec.commandLine().getErr()),
            Clock.systemUTC());
    RunReport report = gate.run();
    Reports.publish(report, gate.folder(), shown, output, spec.commandLine().getOut());
    return 0;
  }
}
