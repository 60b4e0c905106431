package dev.carryover.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** How a command speaks. */
final class OutputOptions {
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

  /** A line of text in the colour of a decision, where colour is wanted. */
  String coloured(String decision, String line) {
    String style =
        switch (decision) {
          case "preserved" -> "1;32";
          case "regressed" -> "1;31";
          default -> "1;33";
        };
    return useColor() ? "\u001b[" + style + "m" + line + "\u001b[0m" : line;
  }

  /** Progress on standard error, as that stream allows. */
  Progress progress(PrintWriter err) {
    return new Progress(err, quiet, terminal("stderr") && color != Color.NEVER);
  }

  private boolean useColor() {
    return switch (color) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO -> terminal("stdout") && System.getenv("NO_COLOR") == null;
    };
  }

  /** The launcher knows which streams are terminals; Java 17 cannot ask. */
  private static boolean terminal(String stream) {
    return Boolean.getBoolean("carryover." + stream + ".terminal");
  }
}
