package dev.carryover.testing;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.OtherPlanException;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunDirectory.Finished;
import dev.carryover.core.run.RunException;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.migrations.run.StoppedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Where the runs of one test lie, under the build folder: {@code NAME-1}, {@code NAME-2} and so on,
 * NAME being the migration's. They are kept, so that the next execution of the test goes on with a
 * run that stopped, and has the figures of one that is at its end at once. What is another run by
 * now, since a setting, a history or a finished run's model changed, begins under the next number.
 */
public final class RunFolder {
  /** Key of the report entry that holds the address of the page for people. */
  public static final String REPORT = "carryover.report";

  /** Key of the report entry that holds the decision. */
  public static final String VERDICT = "carryover.verdict";

  private final Path path;
  private final Consumer<Map<String, String>> entries;

  /**
   * @param entries hears what belongs into the test report
   */
  RunFolder(Path path, Consumer<Map<String, String>> entries) {
    this.path = path;
    this.entries = entries;
  }

  /** The folder; it is there once something ran. */
  public Path path() {
    return path;
  }

  /** Runs in the folder of the run that was given the same settings, or in a new one. */
  RunReport run(String name, SortedMap<String, String> given, Function<Path, RunReport> work) {
    int last = last(name);
    Optional<Path> known =
        IntStream.iterate(last, number -> number > 0, number -> number - 1)
            .mapToObj(number -> numbered(name, number))
            .filter(folder -> isOf(folder, given))
            .findFirst();
    RunReport report =
        known
            .flatMap(folder -> again(folder, work))
            .orElseGet(() -> work.apply(numbered(name, last + 1)));
    entries.accept(
        new TreeMap<>(
            Map.of(
                VERDICT, report.verdict().decision(), REPORT, ReportText.page(report).toString())));
    return report;
  }

  /** Nothing where the run turns out to be another one. */
  private static Optional<RunReport> again(Path folder, Function<Path, RunReport> work) {
    try {
      return Optional.of(work.apply(folder));
    } catch (OtherPlanException e) {
      return Optional.empty();
    } catch (StoppedException e) {
      if (isFinished(folder)) {
        return Optional.empty(); // another model is there by now, and nothing would be mixed
      }
      throw e;
    }
  }

  private Path numbered(String name, int number) {
    return path.resolve(name + "-" + number);
  }

  /** The greatest number in use; 0 where there is none. */
  private int last(String name) {
    int number = 0;
    while (Files.exists(numbered(name, number + 1))) {
      number++;
    }
    return number;
  }

  private static boolean isOf(Path folder, SortedMap<String, String> given) {
    return record(folder)
        .map(
            record -> {
              SortedMap<String, String> there = new TreeMap<>(record.given());
              there.keySet().removeIf(key -> !key.startsWith("--") && !given.containsKey(key));
              return there.equals(given);
            })
        .orElse(false);
  }

  private static boolean isFinished(Path folder) {
    return record(folder).filter(record -> record.status() == Status.FINISHED).isPresent();
  }

  /** Nothing where the folder holds no run that can be read. */
  private static Optional<RunRecord> record(Path folder) {
    try (Finished run = RunDirectory.read(folder)) {
      return Optional.of(run.record());
    } catch (RunException e) {
      return Optional.empty();
    }
  }
}
