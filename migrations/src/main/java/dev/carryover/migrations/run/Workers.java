package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.migrations.file.MigrationFile;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The threads that have questions answered: few that compute, many that wait for services. */
final class Workers implements AutoCloseable {
  private static final String IN_PROCESS = "";

  private final MigrationFile migration;
  private final ExecutorService computing;
  private final ExecutorService waiting;

  Workers(MigrationFile migration, Gate.Options options) {
    this.migration = migration;
    this.computing = Executors.newFixedThreadPool(options.threads());
    this.waiting = Executors.newFixedThreadPool(options.inFlight());
  }

  /** Who works on a cell. */
  ExecutorService of(Cell cell) {
    return together(cell).equals(IN_PROCESS) ? computing : waiting;
  }

  /** The service that answers a cell; cells of one service belong together. */
  String together(Cell cell) {
    return migration.services().containsKey(cell.reader()) ? cell.reader() : IN_PROCESS;
  }

  @Override
  public void close() {
    computing.shutdownNow();
    waiting.shutdownNow();
  }
}
