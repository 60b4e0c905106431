package dev.carryover.studies.instrument;

import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.migrations.run.Gate;
import dev.carryover.migrations.run.GateListener;
import dev.carryover.migrations.run.GateOptions;
import dev.carryover.studies.frame.StudyListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Runs the real gate, with a diagnosis, on the histories of one condition. */
final class ConditionRun {
  private final Condition condition;
  private final Path study;
  private final Path folder;

  /**
   * @param study the study's run directory
   */
  ConditionRun(Condition condition, Path study) {
    this.condition = condition;
    this.study = study;
    this.folder = study.resolve("conditions").resolve(condition.name()).toAbsolutePath();
  }

  /** Its run directory. */
  Path folder() {
    return folder;
  }

  /** The file of the texts at which the old side fails. */
  Path old() {
    return folder.resolve("planted-old.txt");
  }

  /** The file of those of the new side. */
  Path next() {
    return folder.resolve("planted-new.txt");
  }

  /**
   * Runs, or goes on, to the end. Stores of its own are deleted then: the journal holds all that is
   * needed. Those that it shares stay until {@link #deleteShared}.
   *
   * @param histories their source
   * @param texts at which either side fails
   */
  void run(String histories, Planting.Texts texts, long seed, StudyListener heard) {
    try {
      Files.createDirectories(folder);
      PlantedTexts.write(old(), texts.old());
      PlantedTexts.write(next(), texts.next());
    } catch (IOException e) {
      throw new UncheckedIOException(folder + " cannot be written: " + e, e);
    }
    String yaml =
        "name: %s\nhistories: %s\nmargin: %s\nseed: %d\n"
                .formatted(condition.name(), quoted(histories), InstrumentStudy.MARGIN, seed)
            + condition.stage().upgrade(quoted(old()), quoted(next()));
    gate(yaml, heard).diagnose();
    delete(folder.resolve("stores"));
  }

  /** Deletes the stores that the conditions of a study share. */
  static void deleteShared(Path study) {
    delete(shared(study));
  }

  private static Path shared(Path study) {
    return study.resolve("stores");
  }

  private Gate gate(String yaml, StudyListener heard) {
    GateOptions options =
        new GateOptions(
            folder,
            new TreeMap<>(),
            Runtime.getRuntime().availableProcessors(),
            1,
            false,
            Optional.empty(),
            OptionalDouble.empty(),
            Optional.empty());
    return new Gate(
        MigrationFileReader.read(condition.name(), yaml.getBytes(StandardCharsets.UTF_8), Map.of()),
        condition.stage().writesAlike() ? options.in(folder, shared(study)) : options,
        new Heard(condition.name(), heard),
        Clock.systemUTC());
  }

  /** Whether nothing is left to run. */
  boolean isFinished() {
    if (!Files.exists(folder.resolve("run.json"))) {
      return false;
    }
    try (RunDirectory.Finished run = RunDirectory.read(folder)) {
      return run.record().status() == Status.FINISHED;
    }
  }

  private static String quoted(Object text) {
    return "'" + text.toString().replace("'", "''") + "'";
  }

  private static void delete(Path tree) {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(tree + " cannot be deleted: " + e, e);
    }
  }

  private record Heard(String where, StudyListener listener) implements GateListener {
    @Override
    public void stage(String what) {
      listener.stage(where + ": " + what);
    }

    @Override
    public void progress(long done, long total, String what) {
      listener.progress(done, total, where);
    }
  }
}
