package dev.carryover.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command in a process of its own. */
final class CommandProcess {
  private final Process process;
  private final Path out;
  private final Path err;

  private CommandProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts it with these options for Java, and these arguments. */
  static CommandProcess start(Path folder, List<String> java, Object... arguments) {
    return start(folder, List.of(), java, Map.of(), arguments);
  }

  static CommandProcess start(
      Path folder,
      List<String> before,
      List<String> java,
      Map<String, String> environment,
      Object... arguments) {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(java);
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Carryover.class.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return run(folder, command, environment);
  }

  /** Starts a script. */
  static CommandProcess script(Path folder, List<String> command) {
    return run(folder, command, Map.of());
  }

  private static CommandProcess run(
      Path folder, List<String> command, Map<String, String> environment) {
    try {
      Path out = File.createTempFile("out", ".txt", folder.toFile()).toPath();
      Path err = File.createTempFile("err", ".txt", folder.toFile()).toPath();
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().remove("CARRYOVER_TRACE");
      builder.environment().putAll(environment);
      return new CommandProcess(builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  CommandRuns.Said await() {
    try {
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("still running: " + CommandRuns.read(err));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
    return new CommandRuns.Said(process.exitValue(), CommandRuns.read(out), CommandRuns.read(err));
  }

  /** Standard output up to now. */
  String outSoFar() {
    return CommandRuns.read(out);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** SIGKILL: nothing of the process runs any more. */
  void kill() {
    process.destroyForcibly();
  }

  void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
