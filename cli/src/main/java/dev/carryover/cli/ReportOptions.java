package dev.carryover.cli;

import picocli.CommandLine.Option;

/** How a report is shown. */
final class ReportOptions {
  @Option(
      names = "--json",
      description = "Print one JSON object, as it lies in the report folder, and nothing else.")
  boolean json;
}
