package dev.carryover.migrations.run;

import dev.carryover.core.Plan;
import dev.carryover.core.run.CallMeter.Bill;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.Journal.Spent;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.core.spi.StopException;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.plan.Extent;
import dev.carryover.migrations.plan.Planner;
import dev.carryover.migrations.run.StoreKeeper.Paid;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What runs of every kind begin with: histories, models, a plan, and a directory to work in. */
final class Setup {
  private final MigrationFile migration;
  private final GateOptions options;
  private final GateListener listener;
  private final Clock clock;
  private List<Bill> bills = List.of();
  private Consumer<RunRecord> onPlan = planned -> {};
  private LoadedEmbedders loaded = LoadedEmbedders.NONE;

  Setup(MigrationFile migration, GateOptions options, GateListener listener, Clock clock) {
    this.migration = migration;
    this.options = options;
    this.listener = listener;
    this.clock = clock;
  }

  /** What is done in a run directory. */
  interface Task<T> {
    T in(RunDirectory directory, Plan plan, Cast cast);

    /** Looks at what is planned before the run directory is opened. */
    default void check(RunRecord planned) {}
  }

  /** What services were asked by the last run that came to its end. */
  List<Bill> bills() {
    return bills;
  }

  /** Has the plans of later runs heard before their first answer. */
  void onPlan(Consumer<RunRecord> planned) {
    onPlan = planned;
  }

  /** Lends later runs embedding models that others use too. */
  void lend(LoadedEmbedders embedders) {
    loaded = embedders;
  }

  /**
   * Does a task in the run directory, with models and a plan.
   *
   * @throws StoppedException if it stopped before the end; the same call goes on
   */
  <T> T execute(Extent extent, Subject subject, Instant start, Task<T> task) {
    try (KeptAnswers kept = KeptAnswers.in(options.answers())) {
      Lender lender = new Lender(migration, options, kept.cache());
      T result = execute(extent, subject, start, task, lender.lend(false));
      bills = lender.bills();
      return result;
    } catch (StopException e) {
      throw new StoppedException(String.valueOf(e.getMessage()));
    }
  }

  private <T> T execute(
      Extent extent, Subject subject, Instant start, Task<T> task, Lending lending) {
    try (Cast cast = cast(subject, extent, lending)) {
      Work.requireNone(cast.problems());
      Plan plan = plan(subject, cast, extent);
      RunRecord planned =
          new PlannedRecord(migration, options, extent).of(plan, subject, cast, start);
      baseline().ifPresent(run -> run.requireSameOldSide(planned));
      onPlan.accept(planned);
      task.check(planned);
      try (RunDirectory directory = RunDirectory.open(options.out(), planned)) {
        return task.in(directory, plan, cast);
      }
    }
  }

  /** The histories with their questions, which may be none. */
  Subject subject() {
    listener.stage("reading " + migration.histories());
    Subject subject = Subject.of(migration, options.skipBad(), options.probes());
    options
        .probes()
        .histories()
        .filter(digest -> !digest.equals(subject.digest()))
        .ifPresent(
            digest -> {
              throw new ConfigException(
                  migration.place("histories"),
                  "the probes were chosen for other histories",
                  "give the same histories and questions as there");
            });
    return subject;
  }

  /** The same, which have questions. */
  Subject questions() {
    return subject().requireAsked(migration, options.probes());
  }

  /** Who plays on these histories. */
  Cast cast(Subject subject, Extent extent, Lending lending) {
    return new Cast(
        migration,
        subject.formats(),
        extent,
        baseline(),
        new Players(migration, lending, loaded),
        listener);
  }

  /** The earlier run that stands in for the old side. */
  Optional<Baseline> baseline() {
    return options.baseline().map(Baseline::of);
  }

  /** What is measured. */
  Plan plan(Subject subject, Cast cast, Extent extent) {
    return Planner.plan(
        migration, subject.set().histories(), subject.formats(), cast.answersFreely(), extent);
  }

  /** Who makes stores in a folder, and tells what repairs took. */
  StoreKeeper keeper(Subject subject, Cast cast, StoreFolder folder, Paid paid) {
    Shelves shelves = Shelves.in(folder, baseline(), subject.copy());
    return new StoreKeeper(migration, cast.roster(), shelves, subject, paid);
  }

  /** Writes down what repairs took. */
  Paid paidIn(Journal journal) {
    return (cell, price, took) -> {
      journal.append(List.of(), Spent.onRepair(cell.id(), price));
      listener.repaired(cell, took);
    };
  }
}
