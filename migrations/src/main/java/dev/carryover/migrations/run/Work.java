package dev.carryover.migrations.run;

import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.report.RunReport.SpaceComparison;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.migrations.file.MigrationFile;
import java.util.ArrayList;
import java.util.List;

/** What is done between a plan and its report: stores are made ready, and questions asked. */
final class Work {
  private final MigrationFile migration;
  private final GateOptions options;
  private final GateListener listener;
  private final Plan plan;
  private final Subject subject;
  private final Cast cast;
  private final StoreKeeper keeper;

  Work(MigrationFile migration, GateOptions options, GateListener listener, Parts parts) {
    this.migration = migration;
    this.options = options;
    this.listener = listener;
    this.plan = parts.plan();
    this.subject = parts.subject();
    this.cast = parts.cast();
    this.keeper = parts.keeper();
  }

  /** Copies what an earlier run stands in for, and looks whether all else is ready. */
  void prepare(Journal journal) {
    options
        .baseline()
        .map(Baseline::of)
        .ifPresent(run -> run.copyTo(journal, plan, histories(), subject.digest()));
    requireReady();
  }

  /**
   * Takes over a given store, and looks whether histories fit their readers.
   *
   * @throws PreflightException naming every problem
   */
  void requireReady() {
    subject.given().ifPresent(given -> listener.stage("taking over " + given.location()));
    requireNone(new Takeover(plan, cast, keeper).take(subject));
    requireNone(
        new ContextCheck(plan, subject.formats(), cast.roster(), keeper).problems(histories()));
  }

  /** Makes every observation that the journal lacks. */
  void answer(Journal journal) {
    try (Workers workers = new Workers(migration, options)) {
      Answering answering = new Answering(journal, cast.roster(), workers::of, listener);
      if (!subject.isUnasked()) {
        runner(plan, answering, workers).run(histories());
        return;
      }
      StoredTexts texts = new StoredTexts(plan, cast.roster(), keeper);
      for (MemoryFormat format : subject.formats()) {
        if (format.rankedItems().isPresent()) {
          runner(texts.planOf(format), answering, workers)
              .run(texts.asked(format, subject.histories()));
        }
      }
    }
  }

  private Runner runner(Plan part, Answering answering, Workers workers) {
    return new Runner(part, subject.formats(), cast.roster(), keeper, answering, workers::service);
  }

  /**
   * Stops where more observations failed than may.
   *
   * @throws StoppedException naming the first
   */
  void requireFew(List<Observation> failures) {
    if (failures.size() > migration.maxFailed()) {
      throw new StoppedException(
          "%s, and 'max_failed' allows %s; the first: %s"
              .formatted(
                  failures.size() == 1
                      ? "an observation failed"
                      : failures.size() + " observations failed",
                  migration.maxFailed() == 0 ? "none" : migration.maxFailed(),
                  failures
                      .get(0)
                      .outcome()
                      .fold(scored -> "", unscored -> "", failed -> failed.reason())));
    }
  }

  /** Keeps the texts behind lost answers. */
  void keepLost(RunDirectory directory) {
    listener.stage("looking up what was lost");
    directory.keepTexts(
        new LostTexts(plan, subject.formats(), cast.roster(), keeper, directory.journal())
            .collect(histories()));
  }

  /** The spaces on stored texts, beside what pre-flight found on the canary texts. */
  List<SpaceComparison> spaces(RunRecord record) {
    if (record.status() == Status.FINISHED) {
      return record.spaces();
    }
    List<SpaceComparison> rows = new ArrayList<>(record.spaces());
    StoredSpaces spaces = new StoredSpaces(plan, keeper);
    for (MemoryFormat format : subject.formats()) {
      List<String> measured = plan.histories(format.name());
      spaces
          .compare(
              format,
              histories().stream()
                  .filter(history -> !history.probes().isEmpty())
                  .map(ProbedHistory::history)
                  .filter(history -> measured.contains(history.id()))
                  .toList())
          .ifPresent(rows::add);
    }
    return rows;
  }

  private List<ProbedHistory> histories() {
    return subject.set().histories();
  }

  static void requireNone(List<Problem> problems) {
    if (!problems.isEmpty()) {
      throw new PreflightException(problems);
    }
  }
}
