package dev.carryover.cli;

import picocli.CommandLine.Option;

/** How a command that reports speaks. */
final class OutputOptions extends ProgressOptions {
  @Option(
      names = "--json",
      description = "Print one JSON object, the same as report.json, and nothing else.")
  boolean json;

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

  private boolean useColor() {
    return switch (color) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO -> terminal("stdout") && System.getenv("NO_COLOR") == null;
    };
  }
}
