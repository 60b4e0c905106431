package dev.carryover.migrations.run;

import dev.carryover.core.Plan;
import dev.carryover.core.run.CallMeter.Bill;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.RepairedCopy;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.core.spi.AnswerCache;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.plan.Extent;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Repairs old stores as the rollout says, into a copy. Nobody is asked anything. */
final class CopyRun {
  private final MigrationFile migration;
  private final GateOptions options;
  private final GateListener listener;
  private final Clock clock;
  private final Setup setup;

  CopyRun(MigrationFile migration, GateOptions options, GateListener listener, Clock clock) {
    this.migration = migration;
    this.options = options;
    this.listener = listener;
    this.clock = clock;
    this.setup = new Setup(migration, options, listener, clock);
  }

  /**
   * Repairs every old store, or goes on to.
   *
   * @param to the folder of the copy
   * @param swap whether the copy then takes the place of the store that was given
   * @throws ConfigException if the migration cannot be repaired as written, or the folder holds
   *     something else
   * @throws StoppedException if it stopped before the end; the same call goes on
   */
  RepairedCopy run(Path to, boolean swap) {
    Instant start = clock.instant();
    CopyFolder folder = new CopyFolder(to);
    Subject subject = setup.subject();
    Optional<RepairedCopy> swapped = folder.swapped(migration);
    if (swapped.isPresent()) {
      return swapped.get();
    }
    CopyFolder.requireRepairable(migration, options, subject);
    if (swap) {
      CopyFolder.requireSwappable(migration, subject);
    }
    RepairedCopy copy =
        new Setup(migration, options.at(folder.work()), listener, clock)
            .execute(
                Extent.COPY,
                subject,
                start,
                new Setup.Task<>() {
                  @Override
                  public void check(RunRecord planned) {
                    folder.requireSame(CopyFolder.planned(migration, subject, planned));
                  }

                  @Override
                  public RepairedCopy in(RunDirectory directory, Plan plan, Cast cast) {
                    return copy(folder, subject, start, new InDirectory(directory, plan, cast));
                  }
                });
    if (swap && copy.failures().isEmpty()) {
      folder.swap(copy);
    }
    return copy;
  }

  private record InDirectory(RunDirectory directory, Plan plan, Cast cast) {}

  private RepairedCopy copy(CopyFolder folder, Subject subject, Instant start, InDirectory run) {
    RunDirectory directory = run.directory();
    RepairedCopy begun = folder.begin(CopyFolder.planned(migration, subject, directory.record()));
    StoreKeeper keeper =
        new StoreKeeper(
            migration,
            run.cast().roster(),
            new Shelves(directory.stores(), folder.stores(), Optional.empty(), Optional.empty()),
            subject,
            setup.paidIn(directory.journal()));
    Work.requireNone(new Takeover(run.plan(), run.cast(), keeper).take(subject));
    List<RepairedCopy.Row> rows =
        new Copying(run.plan(), run.cast().roster(), keeper, listener)
            .make(subject.formats(), subject.histories(), directory.journal());
    run.cast().confirm();
    new Finish(directory, clock, folder.work()).withoutVerdict(start);
    return folder.finish(
        begun.with(Status.FINISHED, begun.source(), rows, directory.record().clock()), subject);
  }

  /** What a repair would have services do, at most, without a call. */
  List<Bill> estimate() {
    Subject subject = setup.subject().here();
    CopyFolder.requireRepairable(migration, options, subject);
    Lender lender = new Lender(migration, options.withoutLimit(), AnswerCache.NONE);
    try (Cast cast = setup.cast(subject, Extent.COPY, lender.lend(true));
        ScratchFolder scratch = ScratchFolder.make();
        Journal journal = Journal.open(scratch.path().resolve("observations.jsonl"))) {
      Plan plan = setup.plan(subject, cast, Extent.COPY);
      StoreFolder stores = new StoreFolder(scratch.path().resolve("stores"));
      StoreKeeper keeper = setup.keeper(subject, cast, stores, setup.paidIn(journal));
      Work.requireNone(new Takeover(plan, cast, keeper).take(subject));
      if (!lender.bills().isEmpty()) {
        new Copying(plan, cast.roster(), keeper, listener)
            .make(subject.formats(), subject.histories(), journal);
      }
      return lender.bills();
    }
  }
}
