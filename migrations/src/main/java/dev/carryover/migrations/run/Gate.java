package dev.carryover.migrations.run;

import dev.carryover.core.Plan;
import dev.carryover.core.embedding.SpaceComparison;
import dev.carryover.core.report.Identity;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.CallMeter.Bill;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.PlanLock;
import dev.carryover.core.run.RepairedCopy;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.core.spi.AnswerCache;
import dev.carryover.core.spi.HistorySource.HistorySet;
import dev.carryover.migrations.analysis.Tests;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.plan.Extent;
import dev.carryover.migrations.run.StoreKeeper.Paid;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs a migration: checks, writes stores, asks, journals, judges. A run that stopped goes on where
 * its journal ends.
 */
public final class Gate {
  private final MigrationFile migration;
  private final GateOptions options;
  private final GateListener listener;
  private final Clock clock;
  private final Setup setup;

  /**
   * @param clock for the times in the run's record, which no figure depends on
   */
  public Gate(MigrationFile migration, GateOptions options, GateListener listener, Clock clock) {
    this.migration = migration;
    this.options = options;
    this.listener = listener;
    this.clock = clock;
    this.setup = new Setup(migration, options, listener, clock);
  }

  /** The run directory. */
  public Path folder() {
    return options.out();
  }

  /** What services were asked by the last run of this object that came to its end. */
  public List<Bill> bills() {
    return setup.bills();
  }

  /** What was looked at before the start. */
  public record Findings(
      HistorySet histories, List<Identity> identities, Optional<SpaceComparison> spaces) {}

  /**
   * Looks whether histories, formats and models are what they should be, and goes no further.
   *
   * @throws ConfigException if the migration cannot be run as written
   * @throws PreflightException naming every problem
   */
  public Findings check() {
    Subject subject = setup.questions();
    Lender lender = new Lender(migration, options, AnswerCache.NONE);
    try (Cast cast = setup.cast(subject, extent(), lender.lend(false));
        ScratchFolder scratch = ScratchFolder.make()) {
      Work.requireNone(cast.problems());
      Plan plan = setup.plan(subject, cast, extent());
      StoreKeeper keeper =
          setup.keeper(subject, cast, new StoreFolder(scratch.path()), Paid.NOTHING);
      new Work(migration, options, listener, new Parts(plan, subject, cast, keeper)).requireReady();
      return new Findings(subject.set(), cast.identities(plan), cast.spaces());
    }
  }

  /**
   * Runs, or goes on, to the end, and reports.
   *
   * @throws ConfigException if the migration cannot be run as written
   * @throws PreflightException if something is not what it should be
   * @throws StoppedException if it stopped before the end; the same call goes on
   */
  public RunReport run() {
    return run(extent());
  }

  /**
   * Has the new component answer on the old store, and nobody else, but for the old side where that
   * is wanted or an earlier run stands in for it. Where there is no question, the stored texts take
   * their place, and nobody answers. Reaches no verdict: what was observed lies in the run
   * directory.
   *
   * @param askOld whether the old side is asked too
   * @param asked a run of the same screen, whose answers of the old side hold for this one too
   * @param loaded the embedding models that its runs have in common
   * @throws ConfigException if the migration cannot be run as written
   * @throws PreflightException if something is not what it should be
   * @throws StoppedException if it stopped before the end; the same call goes on
   */
  public void screen(boolean askOld, Optional<Path> asked, LoadedEmbedders loaded) {
    setup.lend(loaded);
    Subject subject = setup.subject();
    Instant start = clock.instant();
    setup.execute(
        new ScreenExtent(migration, options.baseline().isPresent()).of(subject, askOld),
        subject,
        start,
        (directory, plan, cast) -> {
          asked.ifPresent(run -> OldAnswers.copy(run, directory, plan));
          work(plan, subject, cast, directory);
          new Finish(directory, clock, options.out()).withoutVerdict(start);
          return directory;
        });
  }

  private Extent extent() {
    return options.baseline().isPresent() ? Extent.WITHOUT_OLD : Extent.ALL;
  }

  /**
   * Has the old side answer, and nobody else: for the day on which it is gone.
   *
   * @return a report without a verdict
   * @throws ConfigException if the migration cannot be run as written
   * @throws PreflightException if something is not what it should be
   * @throws StoppedException if it stopped before the end; the same call goes on
   */
  public RunReport baseline() {
    return run(Extent.BEFORE_ALONE);
  }

  /**
   * Runs as a gate does, and has readers answer from the evidence itself beside, so that a loss can
   * be told by its stage.
   *
   * @throws ConfigException if the migration cannot be run as written
   * @throws PreflightException if something is not what it should be
   * @throws StoppedException if it stopped before the end; the same call goes on
   */
  public RunReport diagnose() {
    return run(Extent.DIAGNOSIS);
  }

  /**
   * Measures every repair at every budget beside what the new component holds itself, in both
   * directions. Reaches no verdict on the rollout: what was observed, and what each repair took,
   * lies in the run directory.
   *
   * @throws ConfigException if the migration cannot be run as written
   * @throws PreflightException if something is not what it should be
   * @throws StoppedException if it stopped before the end; the same call goes on
   */
  public RunReport repairs() {
    return run(Extent.REPAIR);
  }

  /**
   * The same, on a part of the histories.
   *
   * @param most how many histories are asked, drawn by the migration's seed
   * @param planned hears the plan before the first answer
   * @throws ConfigException if the migration cannot be run as written
   * @throws PreflightException if something is not what it should be
   * @throws StoppedException if it stopped before the end; the same call goes on
   */
  public RunReport repairs(int most, Consumer<RunRecord> planned) {
    setup.onPlan(planned);
    return run(Extent.REPAIR, setup.questions().sampled(most, migration.seed()));
  }

  /**
   * Runs as a gate does, and judges each repair at full effort as if it were the rollout: the
   * verdict stays that of the planned rollout.
   *
   * @throws ConfigException if the migration cannot be run as written
   * @throws PreflightException if something is not what it should be
   * @throws StoppedException if it stopped before the end; the same call goes on
   */
  public RunReport withRepairs() {
    return run(Extent.WITH_REPAIR);
  }

  /**
   * The plan, exactly as a run will have it, to be locked before the first answer: histories are
   * read and models show who they are, and nobody is asked anything.
   *
   * @param diagnosis whether it is that of {@link #diagnose}; else that of {@link #run}
   * @throws ConfigException if the migration cannot be run as written
   * @throws PreflightException if something is not what it should be
   */
  public PlanLock lock(boolean diagnosis) {
    Extent extent = diagnosis ? Extent.DIAGNOSIS : extent();
    Subject subject = setup.questions();
    try (Cast cast =
        setup.cast(subject, extent, new Lender(migration, options, AnswerCache.NONE).lend(false))) {
      Work.requireNone(cast.problems());
      Plan plan = setup.plan(subject, cast, extent);
      RunRecord planned =
          new PlannedRecord(migration, options, extent).of(plan, subject, cast, clock.instant());
      setup.baseline().ifPresent(run -> run.requireSameOldSide(planned));
      return PlanLock.of(planned, Tests.of(plan));
    }
  }

  /**
   * What a run would have services do, at most, without a call: prompts are built and counted,
   * answers of the greatest length allowed are assumed, and nothing kept is counted on. Memories
   * that run elsewhere are left out, and so are states of models, which no call makes. Where no
   * service plays a part nothing is written or read.
   */
  public List<Bill> estimate() {
    return estimate(extent());
  }

  /** The same for {@link #diagnose}. */
  public List<Bill> estimateDiagnosis() {
    return estimate(Extent.DIAGNOSIS);
  }

  /** The same for {@link #repairs}. */
  public List<Bill> estimateRepairs() {
    return estimate(Extent.REPAIR);
  }

  /** The same for {@link #repairs(int, Consumer)}. */
  public List<Bill> estimateRepairs(int most) {
    return estimate(Extent.REPAIR, setup.questions().sampled(most, migration.seed()));
  }

  /** The same for {@link #withRepairs}. */
  public List<Bill> estimateWithRepairs() {
    return estimate(Extent.WITH_REPAIR);
  }

  /**
   * Repairs every old store as the rollout says, into a copy. Nobody is asked anything. What is
   * given stays as it is.
   *
   * @param to the folder of the copy, in which a repair that stopped goes on
   * @param swap whether the copy then takes the place of the store that was given, which is kept
   *     beside it; not where a repair failed
   * @return what the folder's {@code repair.json} tells
   * @throws ConfigException if the migration cannot be repaired as written, or the folder holds
   *     something else
   * @throws PreflightException if something is not what it should be
   * @throws StoppedException if it stopped before the end; the same call goes on
   */
  public RepairedCopy repair(Path to, boolean swap) {
    return new CopyRun(migration, options, listener, clock).run(to, swap);
  }

  /** What {@link #repair} would have services do, at most, without a call. */
  public List<Bill> estimateRepair() {
    return new CopyRun(migration, options, listener, clock).estimate();
  }

  private List<Bill> estimate(Extent extent) {
    return estimate(extent, setup.questions());
  }

  private List<Bill> estimate(Extent extent, Subject whole) {
    Subject subject = whole.here();
    Lender lender = new Lender(migration, options.withoutLimit(), AnswerCache.NONE);
    try (Cast cast = setup.cast(subject, extent, lender.lend(true));
        ScratchFolder scratch = ScratchFolder.make();
        Journal journal = Journal.open(scratch.path().resolve("observations.jsonl"))) {
      Plan plan = setup.plan(subject, cast, extent);
      StoreFolder folder = new StoreFolder(scratch.path().resolve("stores"));
      StoreKeeper keeper = setup.keeper(subject, cast, folder, Paid.NOTHING);
      Work work = new Work(migration, options, listener, new Parts(plan, subject, cast, keeper));
      work.prepare(journal);
      if (!lender.bills().isEmpty()) {
        work.answer(journal);
      }
      return lender.bills();
    }
  }

  private RunReport run(Extent extent) {
    return run(extent, setup.questions());
  }

  private RunReport run(Extent extent, Subject subject) {
    Instant start = clock.instant();
    return setup.execute(
        extent,
        subject,
        start,
        (directory, plan, cast) ->
            new Finish(directory, clock, options.out())
                .finish(start, work(plan, subject, cast, directory)));
  }

  private List<RunReport.SpaceComparison> work(
      Plan plan, Subject subject, Cast cast, RunDirectory directory) {
    StoreKeeper keeper =
        setup.keeper(
            subject,
            cast,
            options.stores().map(StoreFolder::new).orElse(directory.stores()),
            setup.paidIn(directory.journal()));
    Work work = new Work(migration, options, listener, new Parts(plan, subject, cast, keeper));
    work.prepare(directory.journal());
    work.answer(directory.journal());
    cast.confirm();
    work.requireFew(directory.journal().failures());
    if (directory.record().settings().containsKey(RunRecord.DIAGNOSIS)) {
      work.keepLost(directory);
    }
    return work.spaces(directory.record());
  }
}
