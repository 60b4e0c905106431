package dev.carryover.migrations.run;

import dev.carryover.core.Plan;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.run.PlannedRepair;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.core.run.Versions;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.migrations.analysis.Prices;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.plan.Extent;
import dev.carryover.migrations.plan.RepairRoute;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The record with which a run begins: all that it will rest on, before anybody is asked. */
final class PlannedRecord {
  private final MigrationFile migration;
  private final GateOptions options;
  private final Extent extent;

  PlannedRecord(MigrationFile migration, GateOptions options, Extent extent) {
    this.migration = migration;
    this.options = options;
    this.extent = extent;
  }

  RunRecord of(Plan plan, Subject subject, Cast cast, Instant start) {
    String at = Finish.text(start);
    return new RunRecord(
        RunRecord.SCHEMA,
        migration.name(),
        Status.RUNNING,
        given(),
        resolved(plan, subject, cast),
        plan,
        cast.identities(plan),
        cast.spaceRows(),
        notes(subject),
        Versions.all(),
        new RunRecord.Clock(at, at, 0, Host.name(), Host.java()),
        List.of());
  }

  private SortedMap<String, String> given() {
    SortedMap<String, String> given = new TreeMap<>(options.given());
    given.put(RunRecord.HISTORIES, migration.histories());
    migration.store().ifPresent(source -> given.put(RunRecord.STORE, source));
    migration
        .services()
        .forEach(
            (name, service) ->
                service
                    .price()
                    .map(price -> Prices.entry(name, price))
                    .ifPresent(entry -> given.put(entry.getKey(), entry.getValue())));
    options.baseline().ifPresent(run -> given.put(RunRecord.BASELINE, run.toString()));
    return given;
  }

  private SortedMap<String, String> resolved(Plan plan, Subject subject, Cast cast) {
    SortedMap<String, String> settings = ResolvedSettings.of(migration, plan, subject, cast);
    if (extent == Extent.DIAGNOSIS) {
      settings.put(RunRecord.DIAGNOSIS, "true");
    }
    if (extent == Extent.WITH_REPAIR) {
      settings.put(RunRecord.WITH_REPAIR, "true");
    }
    if (extent == Extent.REPAIR) {
      settings.put(RunRecord.REPAIR_SAMPLE, Integer.toString(subject.asked()));
      settings.putAll(repairs(subject));
    }
    settings.putAll(options.probes().settings());
    options
        .baseline()
        .ifPresent(run -> settings.put("baseline.sha256", Digests.of(observations(run))));
    return settings;
  }

  private SortedMap<String, String> repairs(Subject subject) {
    List<ProbedHistory> histories = subject.set().histories();
    boolean raw = RepairRoute.rawHistories(migration, histories);
    SortedMap<String, String> settings = new TreeMap<>();
    RepairRoute route = new RepairRoute(migration.old(), migration.next());
    for (MemoryFormat format : subject.formats().stream().filter(route::isNeededBy).toList()) {
      for (PlannedRepair repair : RepairRoute.planned(format, raw, histories.size())) {
        if (migration.repairs().atAllBudgets(repair.method())) {
          settings.put(repair.entry().getKey(), repair.entry().getValue());
        }
      }
    }
    return settings;
  }

  private static Path observations(Path run) {
    return run.resolve("observations.jsonl");
  }

  private List<String> notes(Subject subject) {
    List<String> notes = new ArrayList<>(subject.set().notes());
    notes.addAll(options.probes().notes());
    if (options.baseline().isPresent()) {
      notes.add(
          "What the old side answered is taken from an earlier run, and it was not asked again: there is no no-op control and no way back.");
    }
    return notes;
  }
}
