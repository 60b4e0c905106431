package dev.carryover.migrations.run;

import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.spi.HistorySource.HistorySet;
import dev.carryover.core.spi.HistorySpec;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.Repairs;
import java.util.SortedMap;

/** Everything that a run depends on as text by key, defaults and content digests included. */
final class ResolvedSettings {
  private ResolvedSettings() {}

  static SortedMap<String, String> of(
      MigrationFile migration, Plan plan, Subject subject, Cast cast) {
    HistorySet histories = subject.set();
    SortedMap<String, String> settings = cast.settings(plan);
    settings.put("name", migration.name());
    settings.put("histories", HistorySpec.parse(migration.histories()).source());
    settings.put(ProbeSelection.HISTORIES, subject.digest());
    histories.settings().forEach((key, value) -> settings.put("histories." + key, value));
    putFormats(plan, settings);
    putSides(migration, settings);
    settings.put("writer_tokens", Integer.toString(migration.allowances().writerTokens()));
    settings.put("reader_bytes", Integer.toString(migration.allowances().readerBytes()));
    migration
        .services()
        .forEach((name, service) -> settings.put("services." + name, service.kind()));
    subject.given().ifPresent(store -> settings.put("store.sha256", store.digest()));
    if (!migration.repairs().equals(Repairs.NONE)) {
      settings.put(
          "repairs",
          migration.repairs().all() ? "all" : String.join(", ", migration.repairs().names()));
    }
    putRule(migration, settings);
    return settings;
  }

  private static void putFormats(Plan plan, SortedMap<String, String> settings) {
    for (PlannedFormat format : plan.formats()) {
      format.settings().forEach((key, value) -> settings.put(format.name() + "." + key, value));
      format
          .histories()
          .ifPresent(count -> settings.put(format.name() + ".histories", Integer.toString(count)));
    }
    settings.put("formats", String.join(", ", plan.formats().stream().map(f -> f.name()).toList()));
  }

  private static void putSides(MigrationFile migration, SortedMap<String, String> settings) {
    settings.put("old.embedder", migration.old().embedder());
    settings.put("old.writer", migration.old().writer());
    settings.put("old.reader", migration.old().reader());
    settings.put("new.embedder", migration.next().embedder());
    settings.put("new.writer", migration.next().writer());
    settings.put("new.reader", migration.next().reader());
  }

  private static void putRule(MigrationFile migration, SortedMap<String, String> settings) {
    settings.put("rollout", migration.rollout());
    settings.put("against", migration.against());
    settings.put("margin", Double.toString(migration.margin()));
    settings.put("instrument", Integer.toString(migration.instrument().histories()));
    settings.put("noise", Integer.toString(migration.instrument().noise()));
    settings.put("coverage_gate", Double.toString(migration.instrument().coverageGate()));
    settings.put("seed", Long.toString(migration.seed()));
    settings.put("max_failed", Integer.toString(migration.maxFailed()));
    settings.put("combined", Boolean.toString(migration.combined()));
    settings.put("mixed.percent", migration.mixed().percents().toString());
    settings.put("mixed.query", migration.mixed().newQueries() ? "new" : "old");
  }
}
