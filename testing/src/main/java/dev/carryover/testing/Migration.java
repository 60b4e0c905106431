package dev.carryover.testing;

import dev.carryover.core.run.HomeFolder;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.migrations.run.Gate;
import dev.carryover.migrations.run.GateListener;
import dev.carryover.migrations.run.GateOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An upgrade to test from code: a migration file, with values in place of its own. Immutable; each
 * setter returns another one. It does what {@code carryover gate} does with the same file, and
 * shares the answers of services that it keeps.
 */
public final class Migration {
  /** Requests in flight to one service, at most, where its settings do not say otherwise. */
  private static final int IN_FLIGHT = 64;

  private final Path file;
  private final SortedMap<String, String> options;
  private final OptionalDouble maxCost;
  private final Optional<Path> baseline;

  private Migration(
      Path file,
      SortedMap<String, String> options,
      OptionalDouble maxCost,
      Optional<Path> baseline) {
    this.file = file;
    this.options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
    this.maxCost = maxCost;
    this.baseline = baseline;
  }

  /** The upgrade that a migration file describes. The file is read when it is run. */
  public static Migration of(Path file) {
    return new Migration(file, new TreeMap<>(), OptionalDouble.empty(), Optional.empty());
  }

  /**
   * Takes the histories from here, such as {@code synthetic:small?count=6} or {@code jsonl:PATH}.
   */
  public Migration histories(String source) {
    return with("histories", source);
  }

  /** Takes over a store that is there already, such as {@code jsonl:PATH}. */
  public Migration store(String source) {
    return with("store", source);
  }

  /** Judges this plan: {@code keep}, {@code mixed-N} or {@code rewrite}. */
  public Migration rollout(String plan) {
    return with("rollout", plan);
  }

  /** Compares the rollout with {@code before}, {@code own} or {@code both}. */
  public Migration against(String reference) {
    return with("against", reference);
  }

  /** Takes losses of up to this fraction of 1 for preserved. */
  public Migration margin(double fraction) {
    return with("margin", Double.toString(fraction));
  }

  /** Draws everything random from this seed. */
  public Migration seed(long seed) {
    return with("seed", Long.toString(seed));
  }

  /** Stops before services cost more dollars. */
  public Migration maxCost(double dollars) {
    return new Migration(file, options, OptionalDouble.of(dollars), baseline);
  }

  /** Takes what the old side answers from an earlier run, for an old model that is gone. */
  public Migration baseline(Path run) {
    return new Migration(file, options, maxCost, Optional.of(run));
  }

  private Migration with(String key, String value) {
    SortedMap<String, String> more = new TreeMap<>(options);
    more.put(key, value);
    return new Migration(file, more, maxCost, baseline);
  }

  /** The run of this upgrade among those of a test. */
  public MigrationRun runIn(RunFolder folder) {
    return new MigrationRun(this, folder::run);
  }

  /**
   * The run of this upgrade in a folder of its own. One that holds the same plan is resumed, one
   * that holds another plan is refused.
   */
  public MigrationRun runIn(Path folder) {
    return new MigrationRun(this, (name, given, work) -> work.apply(folder));
  }

  /**
   * What is to run.
   *
   * @param file with the values in place of its own
   * @param given the settings as given
   */
  record Prepared(MigrationFile file, SortedMap<String, String> given) {}

  /**
   * Reads the file.
   *
   * @param question that is asked of it, for the record
   * @throws ConfigException naming the line or the setting, the value and the remedy
   */
  Prepared prepared(String question) {
    byte[] yaml = content();
    MigrationFile migration = MigrationFileReader.read(file.toString(), yaml, options);
    SortedMap<String, String> given = new TreeMap<>();
    given.put("file", file.toString());
    given.put("text", new String(yaml, StandardCharsets.UTF_8));
    given.put("question", question);
    options.forEach((key, value) -> given.put("--" + key, value));
    return new Prepared(migration, given);
  }

  private byte[] content() {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new ConfigException(
          "Migration.of",
          "'%s' cannot be read (%s)".formatted(file.toAbsolutePath(), e.getClass().getSimpleName()),
          "give the path of a migration file; 'carryover init' writes one to start from");
    }
  }

  Gate gate(Prepared prepared, Path folder) {
    return new Gate(
        prepared.file(),
        new GateOptions(
            folder,
            prepared.given(),
            Runtime.getRuntime().availableProcessors(),
            IN_FLIGHT,
            false,
            Optional.of(HomeFolder.answers()),
            maxCost,
            baseline),
        new Silence(),
        Clock.systemUTC());
  }

  /** Hears nothing of how a run gets on. */
  static final class Silence implements GateListener {
    @Override
    public void stage(String what) {}

    @Override
    public void progress(long done, long total, String where) {}
  }
}
