package dev.carryover.core.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Reporter;
import dev.carryover.core.spi.Reporter.ReportFile;
import dev.carryover.core.spi.StopException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The folder of one run. Everything in its {@code report/} can be rebuilt from the rest. One
 * process at a time works in it.
 */
public final class RunDirectory implements AutoCloseable {
  private static final String RUN = "run.json";
  private static final String JOURNAL = "observations.jsonl";
  private static final String STORES = "stores";
  private static final String REPORT = "report";
  private static final String DEVIATIONS = "deviations.md";

  /** How deep under a study the runs lie that it is composed of. */
  private static final int MOST_NESTED = 4;

  private final Path folder;
  private final FileChannel lock;
  private final Journal journal;
  private RunRecord record;

  private RunDirectory(Path folder, FileChannel lock, Journal journal, RunRecord record) {
    this.folder = folder;
    this.lock = lock;
    this.journal = journal;
    this.record = record;
  }

  /**
   * Starts a run, or goes on with the one that is there if its plan is the same.
   *
   * @throws OtherPlanException if the folder holds another plan
   * @throws StopException if a model is not the one that began it
   * @throws RunException if it is in use, damaged, or of a newer version
   * @throws UncheckedIOException if it cannot be written
   */
  public static RunDirectory open(Path folder, RunRecord planned) {
    try {
      Files.createDirectories(folder);
      FileChannel lock = lock(folder);
      try {
        RunRecord record = new LockCheck(folder, planned).noted(resumeOrStart(folder, planned));
        new StoreFolder(folder.resolve(STORES)).discardUnpublished();
        return new RunDirectory(folder, lock, Journal.open(folder.resolve(JOURNAL)), record);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("run directory " + folder + " cannot be used: " + e, e);
    }
  }

  /**
   * A run as it lies on the disk, for reading.
   *
   * @param texts behind lost answers; empty where no diagnosis was asked for
   */
  public record Finished(RunRecord record, Journal journal, List<ProbeTexts> texts)
      implements AutoCloseable {
    public Finished {
      texts = List.copyOf(texts);
    }

    @Override
    public void close() {
      journal.close();
    }
  }

  /**
   * Reads a run without changing it.
   *
   * @throws RunException if there is none, or it is damaged or of a newer version
   */
  public static Finished read(Path folder) {
    if (!Files.exists(folder.resolve(RUN))) {
      throw new RunException(folder + " is no run directory: it has no " + RUN);
    }
    RunRecord record = readRecord(folder);
    List<ProbeTexts> texts = DiagnosisFile.read(folder);
    return new Finished(record, Journal.read(folder.resolve(JOURNAL)), texts);
  }

  /** The run's own record. */
  public synchronized RunRecord record() {
    return record;
  }

  /**
   * Replaces the record, as a whole.
   *
   * @throws UncheckedIOException if it cannot be written; then the old one stays
   */
  public synchronized void update(UnaryOperator<RunRecord> change) {
    RunRecord changed = change.apply(record);
    try {
      journal.force();
      writeRecord(folder, changed);
      record = changed;
    } catch (IOException e) {
      throw new UncheckedIOException(folder.resolve(RUN) + " cannot be written: " + e, e);
    }
  }

  /** The observations. */
  public Journal journal() {
    return journal;
  }

  /** The stores. */
  public StoreFolder stores() {
    return new StoreFolder(folder.resolve(STORES));
  }

  /**
   * The texts behind lost answers; empty where none were kept.
   *
   * @throws RunException if they are damaged or of a newer version
   */
  public List<ProbeTexts> texts() {
    return DiagnosisFile.read(folder);
  }

  /**
   * Keeps the texts behind lost answers, in place of those kept before.
   *
   * @throws UncheckedIOException if they cannot be written
   */
  public void keepTexts(List<ProbeTexts> texts) {
    try {
      DiagnosisFile.write(folder, texts);
    } catch (IOException e) {
      throw new UncheckedIOException("the texts in " + folder + " cannot be written: " + e, e);
    }
  }

  /**
   * Renders a run's report with every reporter there is, and writes it, each file as a whole.
   *
   * @return what was written
   * @throws UncheckedIOException if it cannot be written
   */
  public static List<ReportFile> writeReport(Path folder, RunReport report) {
    List<ReportFile> files =
        Plugins.all(Reporter.class).values().stream()
            .flatMap(reporter -> reporter.render(report).stream())
            .toList();
    writeReport(folder, files);
    return files;
  }

  /** Where the report's page for people lies. */
  public static Path page(Path folder) {
    return folder.resolve(REPORT).resolve("index.html");
  }

  /** Writes the report of a run, each file as a whole. */
  public static void writeReport(Path folder, List<ReportFile> files) {
    Path report = folder.resolve(REPORT);
    try {
      Files.createDirectories(report);
      for (ReportFile file : files) {
        AtomicFiles.replace(
            report.resolve(file.name()), file.content().getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the report in " + report + " cannot be written: " + e, e);
    }
  }

  @Override
  public void close() {
    try (lock) {
      journal.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the lock of " + folder + " cannot be released: " + e, e);
    }
  }

  private static RunRecord resumeOrStart(Path folder, RunRecord planned) throws IOException {
    if (!Files.exists(folder.resolve(RUN))) {
      requireNoObservations(folder);
      startDeviations(folder);
      writeRecord(folder, planned);
      return planned;
    }
    RunRecord there = readRecord(folder);
    List<String> differences = there.differencesFrom(planned);
    List<String> changed = there.changedFrom(planned);
    if (!(differences.isEmpty() && changed.isEmpty()) && nothingObserved(folder)) {
      writeRecord(folder, planned);
      return planned;
    }
    if (!differences.isEmpty()) {
      throw new OtherPlanException(
          "%s holds another plan: %s; choose another folder with --out"
              .formatted(folder, String.join("; ", differences)));
    }
    if (!changed.isEmpty()) {
      throw new StopException(
          "a model is not the one that began the run in %s: %s; put the old one back, or choose another folder with --out"
              .formatted(folder, String.join("; ", changed)));
    }
    return there.status() == RunRecord.Status.RUNNING
            && !there.versions().equals(planned.versions())
        ? deviated(folder, there, planned)
        : there;
  }

  /** The figures of a run that another build goes on with come from both. */
  private static RunRecord deviated(Path folder, RunRecord there, RunRecord planned)
      throws IOException {
    String what =
        "Begun by other versions (%s) than those that went on (%s)."
            .formatted(there.versions(), planned.versions());
    if (there.notes().contains(what)) {
      return there;
    }
    addDeviation(folder, what);
    RunRecord noted = there.withNote(what);
    writeRecord(folder, noted);
    return noted;
  }

  /** Adds an entry to what was corrected after the start. */
  static void addDeviation(Path folder, String what) throws IOException {
    Path file = folder.resolve(DEVIATIONS);
    String deviations = Files.readString(file) + "\n- " + what + "\n";
    AtomicFiles.replace(file, deviations.getBytes(StandardCharsets.UTF_8));
  }

  /** Observations of a plan that is gone must not pass for those of another. */
  private static void requireNoObservations(Path folder) throws IOException {
    if (!nothingObserved(folder)) {
      throw new RunException(
          "%s holds %s but no %s, which says what they are of; restore it from a copy, or use --out"
              .formatted(folder, JOURNAL, RUN));
    }
  }

  /**
   * A plan may still change as long as nothing was observed under it, here or in the runs that this
   * one is composed of.
   */
  private static boolean nothingObserved(Path folder) throws IOException {
    try (Stream<Path> inside = Files.list(folder)) {
      for (Path place : Stream.concat(Stream.of(folder), inside).toList()) {
        Path observations = place.resolve(JOURNAL);
        if (Files.exists(observations) && Files.size(observations) > 0) {
          return false;
        }
      }
      return true;
    }
  }

  /** Whether there are answers in a run directory, or in one of the runs that it is composed of. */
  static boolean anythingObserved(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder, MOST_NESTED)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.endsWith(JOURNAL) && Files.size(file) > 0) {
          return true;
        }
      }
      return false;
    }
  }

  private static void startDeviations(Path folder) throws IOException {
    Path file = folder.resolve(DEVIATIONS);
    if (!Files.exists(file)) {
      AtomicFiles.replace(
          file,
          """
          # Deviations

          What was corrected after the start, why, and the checksums of the originals, which stay.
          """
              .getBytes(StandardCharsets.UTF_8));
    }
  }

  private static RunRecord readRecord(Path folder) {
    Path file = folder.resolve(RUN);
    try {
      JsonNode json = Json.MAPPER.readTree(Files.readAllBytes(file));
      StoreFolder.requireSchema(file, json, RunRecord.SCHEMA);
      return Json.MAPPER.treeToValue(json, RunRecord.class);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new RunException(
          file + " is no record of a run: " + e.getMessage() + "; restore it from a copy", e);
    } catch (IOException e) {
      throw new RunException(file + " cannot be read: " + e, e);
    }
  }

  static void writeRecord(Path folder, RunRecord record) throws IOException {
    AtomicFiles.replace(
        folder.resolve(RUN),
        Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(record));
  }

  /** Keeps other processes out until it is closed. */
  static FileChannel lock(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // held by this very process: reported below like any other holder
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new RunException(
        "another process is working in " + folder + "; wait for it, or use --out");
  }
}
