package dev.carryover.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** How a command tells how it gets on. */
class ProgressOptions {
  /** When colour is used. */
  enum Color {
    AUTO,
    ALWAYS,
    NEVER
  }

  @Option(
      names = {"-q", "--quiet"},
      description = "Print no progress.")
  boolean quiet;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      defaultValue = "auto",
      description = "auto, always or never (${DEFAULT-VALUE}). NO_COLOR is honoured.")
  Color color = Color.AUTO;

  /** Progress on standard error, as that stream allows. */
  Progress progress(PrintWriter err) {
    return new Progress(err, quiet, terminal("stderr") && color != Color.NEVER);
  }

  /** The launcher knows which streams are terminals; Java 17 cannot ask. */
  static boolean terminal(String stream) {
    return Boolean.getBoolean("carryover." + stream + ".terminal");
  }
}
