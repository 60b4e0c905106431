package dev.carryover.cli;

import dev.carryover.core.run.HomeFolder;
import dev.carryover.migrations.file.ConfigException;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much a command does at once, what it may cost, and where paid answers are kept. */
final class WorkOptions {
  /** Requests in flight to one service, at most, where nobody says otherwise. */
  static final int DEFAULT_IN_FLIGHT = 64;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description =
          "Upper bound of what is in flight (for this machine's work the number of processors, for"
              + " services what each is set to, 64 at most).")
  private @Nullable Integer parallel;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description =
          "Where answers of services are kept, so that none is paid for twice"
              + " ($CARRYOVER_HOME/answers, or ~/.cache/carryover/answers).")
  private @Nullable Path cache;

  @Option(
      names = "--max-cost",
      paramLabel = "DOLLARS",
      description = "Stop before this command has services cost more.")
  private @Nullable String maxCost;

  /** Threads for what works in this process. */
  int threads() {
    return parallel == null ? Runtime.getRuntime().availableProcessors() : atLeastOne(parallel);
  }

  /** Requests to one service at a time, at most. */
  int inFlight() {
    return parallel == null ? DEFAULT_IN_FLIGHT : atLeastOne(parallel);
  }

  /** The folder of the answers. */
  Path answers() {
    return cache == null ? HomeFolder.answers() : cache;
  }

  /** Dollars that may be spent; empty where there is no limit. */
  OptionalDouble maxCost() {
    return maxCost == null ? OptionalDouble.empty() : OptionalDouble.of(dollars(maxCost));
  }

  private static int atLeastOne(int given) {
    if (given < 1) {
      throw new ConfigException("--parallel", "is " + given, "give at least 1");
    }
    return given;
  }

  private static double dollars(String text) {
    try {
      double value = Double.parseDouble(text);
      if (value >= 0 && Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number out of range
    }
    throw new ConfigException("--max-cost", "is '" + text + "'", "give dollars, such as 2.50");
  }
}
