package dev.carryover.cli;

import dev.carryover.migrations.file.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** How do I start? */
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description = "How do I start? Writes a commented migration file.",
    footer = {
      "",
      "Exit codes: 0 written, 2 a file of that name is there already, 5 it cannot be written."
    })
final class InitCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "Where it goes (${DEFAULT-VALUE}).",
      defaultValue = "carryover.yaml")
  private Path file = Path.of("carryover.yaml");

  @Option(names = "--force", description = "Replace a file that is there already.")
  private boolean force;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (Files.exists(file) && !force) {
      throw new ConfigException(
          "init", "'" + file + "' is there already", "name another file, or add --force");
    }
    try {
      WholeFile.write(file, writer -> writer.write(Templates.text("init.yaml")));
    } catch (IOException e) {
      throw new UncheckedIOException("'" + file + "' cannot be written: " + e, e);
    }
    spec.commandLine().getOut().println("Wrote " + file + ". Next:");
    spec.commandLine().getOut().println("  carryover doctor -c " + file);
    spec.commandLine().getOut().println("  carryover gate   -c " + file);
    return 0;
  }
}
