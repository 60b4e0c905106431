package dev.carryover.cli;

import dev.carryover.core.run.HomeFolder;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.migrations.run.Gate;
import dev.carryover.migrations.run.GateListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which migration, and what stands in place of the file's own settings. */
final class MigrationOptions {
  /** Requests in flight to one service, at most, where nobody says otherwise. */
  static final int DEFAULT_IN_FLIGHT = 64;

  @Option(
      names = {"-c", "--config"},
      required = true,
      paramLabel = "FILE",
      description = "The migration file (YAML). 'carryover init' writes one to start from.")
  Path config = Path.of("");

  @Option(
      names = "--histories",
      paramLabel = "SOURCE",
      description =
          "In place of the file's own: synthetic:SCALE?count=48&seed=7, locomo:PATH, or"
              + " jsonl:PATH?questions=PATH.")
  @Nullable String histories;

  @Option(
      names = "--store",
      paramLabel = "SOURCE",
      description = "A store that is there already, in place of one that is written: jsonl:PATH.")
  @Nullable String store;

  @Option(
      names = "--rollout",
      paramLabel = "PLAN",
      description = "What is planned: keep, mixed-N or rewrite.")
  @Nullable String rollout;

  @Option(
      names = "--against",
      paramLabel = "WHAT",
      description = "What the rollout is compared with: before, own or both.")
  @Nullable String against;

  @Option(
      names = "--margin",
      paramLabel = "X",
      description = "The largest loss that counts as preserved, as a fraction of 1.")
  @Nullable String margin;

  @Option(names = "--seed", paramLabel = "N", description = "One seed for everything random.")
  @Nullable String seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "The run directory (runs/NAME). One that holds the same plan is resumed, one that holds"
              + " another plan is refused.")
  @Nullable Path out;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description =
          "Upper bound of what is in flight (for this machine's work the number of processors, for"
              + " services what each is set to, 64 at most).")
  @Nullable Integer parallel;

  @Option(
      names = "--skip-bad",
      description = "Count records that cannot be read, instead of refusing the source.")
  boolean skipBad;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description =
          "Where answers of services are kept, so that none is paid for twice"
              + " ($CARRYOVER_HOME/answers, or ~/.cache/carryover/answers).")
  @Nullable Path cache;

  @Option(
      names = "--max-cost",
      paramLabel = "DOLLARS",
      description = "Stop before this command has services cost more.")
  @Nullable String maxCost;

  @Option(
      names = "--baseline",
      paramLabel = "RUN",
      description =
          "Take what the old side answers from an earlier run of the same histories and probes, for"
              + " an old model that is gone.")
  @Nullable Path baseline;

  @Option(
      names = "--force-same-shape",
      description =
          "Have a model go on from another model's cache where the shapes fit, to see what that"
              + " mistake costs: answers that change, and how far the first token moves.")
  boolean forceSameShape;

  /** The gate that these options describe. */
  Gate gate(GateListener listener) {
    return gate("", listener);
  }

  /**
   * The same.
   *
   * @param ending of the run directory's name, where none is given
   */
  Gate gate(String ending, GateListener listener) {
    try {
      return gate(config.toString(), Files.readAllBytes(config), ending, listener);
    } catch (IOException e) {
      throw new ConfigException(
          "--config",
          "'" + config + "' cannot be read (" + e.getClass().getSimpleName() + ")",
          "give the path of a migration file, or start with 'carryover init'");
    }
  }

  /** The gate of a migration that is given as text. */
  Gate gate(String file, byte[] yaml, GateListener listener) {
    return gate(file, yaml, "", listener);
  }

  private Gate gate(String file, byte[] yaml, String ending, GateListener listener) {
    int threads = parallel == null ? Runtime.getRuntime().availableProcessors() : parallel;
    int inFlight = parallel == null ? DEFAULT_IN_FLIGHT : parallel;
    if (threads < 1) {
      throw new ConfigException("--parallel", "is " + parallel, "give at least 1");
    }
    SortedMap<String, String> options = new TreeMap<>();
    put(options, "histories", histories);
    put(options, "store", store);
    put(options, "rollout", rollout);
    put(options, "against", against);
    put(options, "margin", margin);
    put(options, "seed", seed);
    put(options, MigrationFile.FORCE_SAME_SHAPE, forceSameShape ? "true" : null);
    MigrationFile migration = MigrationFileReader.read(file, yaml, options);
    SortedMap<String, String> given = new TreeMap<>();
    given.put("file", file);
    given.put("text", new String(yaml, StandardCharsets.UTF_8));
    options.forEach((key, value) -> given.put("--" + key.replace('_', '-'), value));
    Path folder = out == null ? Path.of("runs", migration.name() + ending) : out;
    return new Gate(
        migration,
        new Gate.Options(
            folder,
            given,
            threads,
            inFlight,
            skipBad,
            Optional.of(cache == null ? HomeFolder.answers() : cache),
            maxCost == null ? OptionalDouble.empty() : OptionalDouble.of(dollars(maxCost)),
            Optional.ofNullable(baseline)),
        listener,
        Clock.systemUTC());
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

  private static void put(SortedMap<String, String> options, String key, @Nullable String value) {
    if (value != null) {
      options.put(key, value);
    }
  }
}
