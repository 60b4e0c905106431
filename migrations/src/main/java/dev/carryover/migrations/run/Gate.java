package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.embedding.SpaceComparison;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Identity;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Look;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.core.run.Versions;
import dev.carryover.core.spi.AnswerCache;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.HistorySource.HistorySet;
import dev.carryover.core.spi.HistorySpec;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StopException;
import dev.carryover.core.spi.VectorInspector;
import dev.carryover.migrations.analysis.Analyst;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.FormatChoice;
import dev.carryover.migrations.plan.Planner;
import dev.carryover.migrations.plan.Treatments;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The full evaluation of an upgrade: may it go ahead? */
public final class Gate {
  private final MigrationFile migration;
  private final Options options;
  private final GateListener listener;
  private final Clock clock;

  /**
   * How a gate runs.
   *
   * @param out the run directory
   * @param given the settings as given, for the record
   * @param threads for what works in this process
   * @param inFlight requests to one service at a time, at most
   * @param skipBad whether bad records of a source are counted instead of refused
   */
  public record Options(
      Path out, SortedMap<String, String> given, int threads, int inFlight, boolean skipBad) {}

  /**
   * @param clock for the times in the run's record, which no figure depends on
   */
  public Gate(MigrationFile migration, Options options, GateListener listener, Clock clock) {
    this.migration = migration;
    this.options = options;
    this.listener = listener;
    this.clock = clock;
  }

  /** The run directory. */
  public Path folder() {
    return options.out();
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
    HistorySet histories = histories();
    List<MemoryFormat> formats = formats(histories);
    Optional<GivenStore> given = givenStore(formats);
    try (Cast cast = cast(formats);
        ScratchFolder scratch = ScratchFolder.make()) {
      Plan plan = plan(histories, formats, cast);
      requireNone(cast.problems());
      StoreFolder folder = new StoreFolder(scratch.path());
      StoreKeeper keeper = new StoreKeeper(migration, cast.roster(), folder, given);
      requireNone(
          new ContextCheck(plan, formats, cast.roster(), keeper).problems(histories.histories()));
      given.ifPresent(store -> takeOver(store, keeper, plan, histories, formats, cast));
      return new Findings(histories, cast.identities(plan), cast.spaces());
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
    Instant start = clock.instant();
    HistorySet histories = histories();
    List<MemoryFormat> formats = formats(histories);
    Optional<GivenStore> given = givenStore(formats);
    try (Cast cast = cast(formats)) {
      Plan plan = plan(histories, formats, cast);
      requireNone(cast.problems());
      RunRecord planned = planned(plan, histories, given, cast, instant(start));
      try (RunDirectory directory = RunDirectory.open(options.out(), planned)) {
        return finish(directory, start, work(plan, histories, formats, given, cast, directory));
      }
    } catch (StopException e) {
      throw new StoppedException(String.valueOf(e.getMessage()));
    }
  }

  private Cast cast(List<MemoryFormat> formats) {
    Lending lending =
        new Lending(
            options.threads(),
            options.inFlight(),
            AnswerCache.NONE,
            service -> CallBudget.UNLIMITED,
            false);
    return new Cast(migration, formats, lending, listener);
  }

  private Plan plan(HistorySet histories, List<MemoryFormat> formats, Cast cast) {
    return Planner.plan(migration, histories.histories(), formats, cast.answersFreely());
  }

  private List<RunReport.SpaceComparison> work(
      Plan plan,
      HistorySet histories,
      List<MemoryFormat> formats,
      Optional<GivenStore> given,
      Cast cast,
      RunDirectory directory) {
    Roster roster = cast.roster();
    StoreKeeper keeper = new StoreKeeper(migration, roster, directory.stores(), given);
    given.ifPresent(store -> takeOver(store, keeper, plan, histories, formats, cast));
    requireNone(new ContextCheck(plan, formats, roster, keeper).problems(histories.histories()));
    try (Workers workers = new Workers(migration, options)) {
      Answering answering = new Answering(directory.journal(), roster, workers::of, listener);
      new Runner(plan, formats, roster, keeper, answering, workers::together)
          .run(histories.histories());
    }
    cast.confirm();
    requireFew(directory.journal().failures());
    return spaces(plan, histories, formats, keeper, directory.record());
  }

  /** The spaces on stored texts, beside what pre-flight found on the canary texts. */
  private List<RunReport.SpaceComparison> spaces(
      Plan plan, HistorySet set, List<MemoryFormat> formats, StoreKeeper keeper, RunRecord record) {
    if (record.status() == Status.FINISHED) {
      return record.spaces();
    }
    List<History> histories =
        set.histories().stream()
            .filter(history -> !history.probes().isEmpty())
            .map(ProbedHistory::history)
            .toList();
    List<RunReport.SpaceComparison> rows = new ArrayList<>(record.spaces());
    for (MemoryFormat format : formats) {
      new StoredSpaces(plan, keeper).compare(format, histories).ifPresent(rows::add);
    }
    return rows;
  }

  private void requireFew(List<Observation> failures) {
    if (failures.size() > migration.maxFailed()) {
      throw new StoppedException(
          "%d observations failed, %d are allowed; the first: %s"
              .formatted(
                  failures.size(),
                  migration.maxFailed(),
                  failures
                      .get(0)
                      .outcome()
                      .fold(scored -> "", unscored -> "", failed -> failed.reason())));
    }
  }

  private RunReport finish(
      RunDirectory directory, Instant start, List<RunReport.SpaceComparison> spaces) {
    Instant end = clock.instant();
    RunRecord before = directory.record();
    double worked =
        before.clock().workedSeconds() + Duration.between(start, end).toMillis() / 1000.0;
    RunRecord.Clock now =
        new RunRecord.Clock(
            before.clock().startedAt(), instant(end), worked, Host.name(), Host.java());
    RunRecord done = before.with(Status.FINISHED, now, before.looks()).withSpaces(spaces);
    RunReport first = analysis(done, directory);
    Look look = new Look(instant(end), first.verdict().decision(), first.verdict().histories());
    boolean known =
        before.looks().stream()
            .anyMatch(
                l -> l.decision().equals(look.decision()) && l.histories() == look.histories());
    List<Look> looks = new ArrayList<>(before.looks());
    if (!known) {
      looks.add(look);
    }
    RunRecord looked = done.with(Status.FINISHED, now, looks);
    directory.update(record -> looked);
    return looks.size() > 1 ? analysis(looked, directory) : first;
  }

  private RunReport analysis(RunRecord record, RunDirectory directory) {
    return Analyst.analyse(record, directory.journal(), options.out().toString());
  }

  private void takeOver(
      GivenStore store,
      StoreKeeper keeper,
      Plan plan,
      HistorySet set,
      List<MemoryFormat> formats,
      Cast cast) {
    listener.stage("taking over " + store.location());
    List<History> histories = set.histories().stream().map(ProbedHistory::history).toList();
    List<Problem> problems = new ArrayList<>();
    for (MemoryFormat format : formats) {
      for (String name : List.of(Treatments.BEFORE, Treatments.NO_OP)) {
        Cell cell =
            plan.treatment(format.name(), Plan.OLD_TO_NEW, name)
                .flatMap(PlannedTreatment::cell)
                .orElseThrow();
        keeper.takeOver(store, format, cell, histories);
        if (name.equals(Treatments.BEFORE)) {
          List<MemoryStore> stores =
              histories.stream()
                  .map(h -> keeper.store(format, cell.withHistory(h.id()), h))
                  .toList();
          format
              .vectors()
              .flatMap(inspector -> check(stores, inspector, cast))
              .ifPresent(problems::add);
        }
      }
    }
    requireNone(problems);
  }

  private Optional<Problem> check(List<MemoryStore> stores, VectorInspector inspector, Cast cast) {
    return cast.old()
        .flatMap(old -> VectorCheck.check(stores, inspector, old, cast.others(), migration.seed()));
  }

  private HistorySet histories() {
    listener.stage("reading " + migration.histories());
    try {
      HistorySet set =
          HistorySpec.parse(migration.histories())
              .withDefault("seed", Long.toString(migration.seed()))
              .load(options.skipBad());
      if (set.histories().isEmpty()) {
        throw new ConfigException(
            migration.place("histories"),
            "'" + migration.histories() + "' holds no history",
            "name a source that holds some");
      }
      if (set.histories().stream().allMatch(history -> history.probes().isEmpty())) {
        throw new ConfigException(
            migration.place("histories"),
            "'" + migration.histories() + "' holds no question",
            "name a file of questions, as in jsonl:PATH?questions=PATH");
      }
      return set;
    } catch (SettingException e) {
      throw ConfigException.at(migration.place("histories"), e);
    }
  }

  private List<MemoryFormat> formats(HistorySet histories) {
    List<MemoryFormat> formats = new ArrayList<>();
    for (FormatChoice choice : migration.formats()) {
      try {
        Map<String, String> defaults =
            histories.formatDefaults().getOrDefault(choice.name(), Map.of());
        formats.add(
            Plugins.named(MemoryFormatProvider.class, "format", choice.name())
                .create(Settings.of(choice.settings()).orElse(defaults)));
      } catch (SettingException e) {
        String place =
            choice.places().getOrDefault(e.key(), choice.places().getOrDefault(choice.name(), ""));
        throw ConfigException.at(place, e);
      }
    }
    return formats;
  }

  private Optional<GivenStore> givenStore(List<MemoryFormat> formats) {
    try {
      Optional<GivenStore> given = migration.store().map(GivenStore::of);
      for (MemoryFormat format : given.isPresent() ? formats : List.<MemoryFormat>of()) {
        if (format.importer().isEmpty()) {
          throw new SettingException(
              "store",
              "format '" + format.name() + "' cannot take over a store as it is set here",
              "leave this format out, or leave out the store");
        }
      }
      return given;
    } catch (SettingException e) {
      throw ConfigException.at(migration.place("store"), e);
    }
  }

  private RunRecord planned(
      Plan plan, HistorySet histories, Optional<GivenStore> given, Cast cast, String start) {
    SortedMap<String, String> asGiven = new TreeMap<>(options.given());
    asGiven.put(RunRecord.HISTORIES, migration.histories());
    migration.store().ifPresent(source -> asGiven.put(RunRecord.STORE, source));
    return new RunRecord(
        RunRecord.SCHEMA,
        migration.name(),
        Status.RUNNING,
        asGiven,
        ResolvedSettings.of(migration, plan, histories, given, cast),
        plan,
        cast.identities(plan),
        cast.spaceRows(),
        histories.notes(),
        Versions.all(),
        new RunRecord.Clock(start, start, 0, Host.name(), Host.java()),
        List.of());
  }

  private static void requireNone(List<Problem> problems) {
    if (!problems.isEmpty()) {
      throw new PreflightException(problems);
    }
  }

  private static String instant(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
