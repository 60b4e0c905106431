package dev.carryover.cli;

import dev.carryover.core.Plan;
import dev.carryover.core.report.ScreenReport;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.core.run.Versions;
import dev.carryover.core.spi.SourceException;
import dev.carryover.migrations.file.Candidates;
import dev.carryover.migrations.file.Candidates.Candidate;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.run.Gate;
import dev.carryover.migrations.run.GateListener;
import dev.carryover.migrations.run.GateOptions;
import dev.carryover.migrations.run.LoadedEmbedders;
import dev.carryover.migrations.run.ProbeSelection;
import dev.carryover.probes.screen.CalibrationJson;
import dev.carryover.probes.screen.CalibrationJson.OtherSchemaException;
import dev.carryover.probes.screen.ScreenSettings;
import dev.carryover.probes.screen.Screening;
import dev.carryover.probes.screen.TwentyProbes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A screen: every candidate answers the same twenty probes of each history on the old store, which
 * is written once, and the old side, where it is asked, once for all of them. One run directory
 * holds it, with a run of each candidate below it; a screen that stopped goes on where they end.
 */
final class ScreenRun {
  private final Candidates candidates;
  private final GateOptions options;
  private final Optional<Path> calibration;
  private final GateListener listener;
  private final Clock clock;

  /**
   * @param options of the whole screen
   * @param calibration file of the user's own; the one that ships where it is empty
   */
  ScreenRun(
      Candidates candidates,
      GateOptions options,
      Optional<Path> calibration,
      GateListener listener,
      Clock clock) {
    this.candidates = candidates;
    this.options = options;
    this.calibration = calibration;
    this.listener = listener;
    this.clock = clock;
  }

  /** The run directory. */
  Path folder() {
    return options.out();
  }

  /** Runs, or goes on, to the end. */
  ScreenReport run() {
    Instant start = clock.instant();
    String fit = calibrationText();
    List<MigrationFile> migrations = candidates.list().stream().map(Candidate::migration).toList();
    try (RunDirectory directory = RunDirectory.open(folder(), planned(start));
        LoadedEmbedders loaded = LoadedEmbedders.of(migrations, options)) {
      WholeFile.write(Screening.calibrationIn(folder()), writer -> writer.write(fit));
      Optional<Path> asked = Optional.empty();
      for (Candidate candidate : candidates.list()) {
        Gate gate = gate(candidate);
        gate.screen(candidates.askOld(), asked, loaded);
        asked = asked.or(() -> Optional.of(gate.folder()));
      }
      if (directory.record().status() != Status.FINISHED) {
        RunRecord.Clock worked = worked(directory.record().clock(), start);
        directory.update(record -> record.with(Status.FINISHED, worked, record.looks()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the screen in " + folder() + " cannot be kept: " + e, e);
    }
    return Screening.report(folder());
  }

  private Gate gate(Candidate candidate) {
    listener.stage("screening " + candidate.name());
    long seed = candidate.migration().seed();
    ProbeSelection twenty =
        new ProbeSelection(
            new TwentyProbes(seed)::only,
            ScreenSettings.of(ScreenSettings.SEED, seed),
            List.of(),
            Optional.empty());
    GateOptions own =
        options
            .in(Screening.folderOf(folder(), candidate.name()), folder().resolve("stores"))
            .with(twenty)
            .with(share(options.maxCost()));
    return new Gate(candidate.migration(), own, listener, clock);
  }

  /** No candidate may take what is another's. */
  private OptionalDouble share(OptionalDouble limit) {
    return limit.isPresent()
        ? OptionalDouble.of(limit.getAsDouble() / candidates.list().size())
        : limit;
  }

  private String calibrationText() {
    if (calibration.isEmpty()) {
      return CalibrationJson.shipped();
    }
    Path file = calibration.get();
    try {
      String text = Files.readString(file);
      requireReadable(text, file.toString());
      return text;
    } catch (IOException e) {
      throw new SourceException(
          "%s cannot be read (%s); give a file that 'carryover calibrate' wrote, in UTF-8"
              .formatted(file, e.getClass().getSimpleName()),
          e);
    }
  }

  /** One of another version is no error: the screen ranks only, and says so. */
  private static void requireReadable(String text, String source) {
    try {
      CalibrationJson.read(text, source);
    } catch (OtherSchemaException e) {
      // told by the report
    }
  }

  private RunRecord planned(Instant start) {
    MigrationFile migration = candidates.list().get(0).migration();
    SortedMap<String, String> asGiven = new TreeMap<>(options.given());
    calibration.ifPresent(file -> asGiven.put("--calibration", file.toString()));
    SortedMap<String, String> settings = ScreenSettings.of(ScreenSettings.SEED, migration.seed());
    settings.put(
        ScreenSettings.CANDIDATES,
        candidates.list().stream().map(Candidate::name).collect(Collectors.joining(", ")));
    settings.put(ScreenSettings.CALIBRATION, calibration.isPresent() ? "given" : "shipped");
    settings.put("margin", Double.toString(migration.margin()));
    settings.put("ask_old", Boolean.toString(candidates.askOld()));
    String at = start.toString();
    return new RunRecord(
        RunRecord.SCHEMA,
        migration.name(),
        Status.RUNNING,
        asGiven,
        settings,
        new Plan(
            List.of(),
            List.of(),
            List.of(),
            new Plan.Rule(
                migration.rollout(), List.of("before"), migration.margin(), migration.maxFailed()),
            migration.seed()),
        List.of(),
        List.of(),
        List.of(),
        Versions.all(),
        new RunRecord.Clock(at, at, 0, "", System.getProperty("java.version")),
        List.of());
  }

  private RunRecord.Clock worked(RunRecord.Clock before, Instant start) {
    Instant end = clock.instant();
    double seconds = before.workedSeconds() + Duration.between(start, end).toMillis() / 1000.0;
    return new RunRecord.Clock(
        before.startedAt(), end.toString(), seconds, before.host(), before.java());
  }
}
