package dev.carryover.testing;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.migrations.run.Gate;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * A migration with a place to run in. A run that stopped goes on when it is asked again, and one
 * that is at its end is not done twice.
 */
public final class MigrationRun {
  private final Migration migration;
  private final Place place;

  /** Chooses the run directory. */
  interface Place {
    /**
     * @param name of the migration
     * @param given its settings as given
     * @param work runs in the chosen folder
     */
    RunReport run(String name, SortedMap<String, String> given, Function<Path, RunReport> work);
  }

  MigrationRun(Migration migration, Place place) {
    this.migration = migration;
    this.place = place;
  }

  /**
   * May the upgrade go ahead? The report lies in the run directory too, rendered by every reporter
   * on the class path. A verdict that says no is no exception: assert on the report.
   *
   * @throws dev.carryover.migrations.file.ConfigException if the migration cannot be run as written
   * @throws dev.carryover.migrations.run.PreflightException if something is not what it should be
   * @throws dev.carryover.migrations.run.StoppedException if it stopped before the end
   */
  public RunReport gate() {
    return report("gate", Gate::run);
  }

  /**
   * The same, and at which stage something was lost: readers answer from the evidence itself too.
   *
   * @throws dev.carryover.migrations.file.ConfigException if the migration cannot be run as written
   * @throws dev.carryover.migrations.run.PreflightException if something is not what it should be
   * @throws dev.carryover.migrations.run.StoppedException if it stopped before the end
   */
  public RunReport diagnose() {
    return report("diagnose", Gate::diagnose);
  }

  private RunReport report(String question, Function<Gate, RunReport> ask) {
    Migration.Prepared prepared = migration.prepared(question);
    return place.run(
        prepared.file().name(),
        prepared.given(),
        folder -> {
          RunReport report = ask.apply(migration.gate(prepared, folder));
          RunDirectory.writeReport(folder, report);
          return report;
        });
  }
}
