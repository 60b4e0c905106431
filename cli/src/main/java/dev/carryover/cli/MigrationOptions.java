package dev.carryover.cli;

import dev.carryover.migrations.file.Candidates;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.migrations.run.Gate;
import dev.carryover.migrations.run.GateListener;
import dev.carryover.migrations.run.GateOptions;
import dev.carryover.migrations.run.ProbeSelection;
import dev.carryover.probes.screen.ScreenSettings;
import dev.carryover.probes.screen.Screening;
import dev.carryover.probes.screen.TwentyProbes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which migration, and what stands in place of the file's own settings. */
final class MigrationOptions {
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
      description = "What is planned: keep, mixed-N, rewrite or repaired-METHOD.")
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
      names = "--skip-bad",
      description = "Count records that cannot be read, instead of refusing the source.")
  boolean skipBad;

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

  /** Whether the raw histories are gone, for repairs. */
  boolean noHistory;

  /** A repair in place of a rollout. */
  @Nullable String method;

  /** Its budget in per cent. */
  @Nullable Integer effort;

  /** What a command records beside these options. */
  final SortedMap<String, String> alsoGiven = new TreeMap<>();

  @Mixin WorkOptions work = new WorkOptions();

  @Option(
      names = "--candidate",
      paramLabel = "NAME",
      description = "Which of the file's candidates, where it has 'candidates' in place of 'new'.")
  @Nullable String candidate;

  @Option(
      names = "--screened",
      paramLabel = "RUN",
      description =
          "Leave out the probes that this screen asked, so that no candidate is approved on what"
              + " it was chosen by.")
  @Nullable Path screened;

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
    return gate(config.toString(), configured(), ending, listener);
  }

  private byte[] configured() {
    try {
      return Files.readAllBytes(config);
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

  /** The screen that these options describe. */
  ScreenRun screen(Optional<Path> calibration, GateListener listener) {
    if (candidate != null || screened != null) {
      throw new ConfigException(
          candidate != null ? "--candidate" : "--screened",
          "a screen asks all candidates, and the probes that it chooses",
          "leave it out; it is for 'carryover gate'");
    }
    byte[] yaml = configured();
    Candidates candidates = MigrationFileReader.candidates(config.toString(), yaml, inPlace());
    String name = candidates.list().get(0).migration().name();
    return new ScreenRun(
        candidates,
        options(config.toString(), yaml, name + "-screen"),
        calibration,
        listener,
        Clock.systemUTC());
  }

  private Gate gate(String file, byte[] yaml, String ending, GateListener listener) {
    MigrationFile migration =
        candidate == null
            ? MigrationFileReader.read(file, yaml, inPlace())
            : MigrationFileReader.candidates(file, yaml, inPlace()).named(candidate);
    String name = migration.name() + (candidate == null ? "" : "-" + candidate) + ending;
    GateOptions options = options(file, yaml, name);
    return new Gate(
        migration,
        screened == null ? options : options.with(leftOut(screened)),
        listener,
        Clock.systemUTC());
  }

  private static ProbeSelection leftOut(Path screen) {
    Screening.Chosen chosen = Screening.chosen(screen);
    return new ProbeSelection(
        new TwentyProbes(chosen.seed())::without,
        ScreenSettings.of(ScreenSettings.LEFT_OUT, chosen.seed()),
        List.of(
            "The probes that a screen asked, %d of each history at most, are left out. It compared %d %s: where the best of several gates is chosen, adjust the largest p_preserved of each by Holm over them (design/statistics.md)."
                .formatted(
                    TwentyProbes.COUNT,
                    chosen.candidates(),
                    chosen.candidates() == 1 ? "candidate" : "candidates")),
        Optional.of(chosen.histories()));
  }

  /** What stands in place of the file's own settings, by key. */
  private SortedMap<String, String> inPlace() {
    SortedMap<String, String> options = new TreeMap<>();
    put(options, "histories", histories);
    put(options, "store", store);
    put(options, "rollout", rollout);
    put(options, "against", against);
    put(options, "margin", margin);
    put(options, "seed", seed);
    put(options, MigrationFile.METHOD, method);
    put(options, MigrationFile.EFFORT, effort == null ? null : effort.toString());
    put(options, MigrationFile.RAW_HISTORY, noHistory ? "false" : null);
    put(options, MigrationFile.FORCE_SAME_SHAPE, forceSameShape ? "true" : null);
    return options;
  }

  private GateOptions options(String file, byte[] yaml, String name) {
    SortedMap<String, String> given = new TreeMap<>();
    given.put("file", file);
    given.put("text", new String(yaml, StandardCharsets.UTF_8));
    inPlace().forEach((key, value) -> given.put("--" + key.replace('_', '-'), value));
    given.putAll(alsoGiven);
    return new GateOptions(
        out == null ? Path.of("runs", name) : out,
        given,
        work.threads(),
        work.inFlight(),
        skipBad,
        Optional.of(work.answers()),
        work.maxCost(),
        Optional.ofNullable(baseline));
  }

  private static void put(SortedMap<String, String> options, String key, @Nullable String value) {
    if (value != null) {
      options.put(key, value);
    }
  }
}
