package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.migrations.file.MigrationFile;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that have questions answered: few that compute, many that wait for services. */
final class Workers implements AutoCloseable {
  /** Stands for all models in this process. */
  static final String IN_PROCESS = "";

  private static final int GRACE_SECONDS = 10;

  private final MigrationFile migration;
  private final ThreadPoolExecutor computing;
  private final ThreadPoolExecutor waiting;

  Workers(MigrationFile migration, GateOptions options) {
    this.migration = migration;
    this.computing = pool(options.threads());
    this.waiting = pool(options.inFlight());
  }

  private static ThreadPoolExecutor pool(int threads) {
    return new ThreadPoolExecutor(
        threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  }

  /** Who works on a cell. */
  ExecutorService of(Cell cell) {
    return service(cell.reader()).equals(IN_PROCESS) ? computing : waiting;
  }

  /** The service that a model is. */
  String service(String model) {
    return migration.elsewhere(model).isPresent() ? model : IN_PROCESS;
  }

  /** What waits is dropped; what services are at work on is paid for, and gets a moment. */
  @Override
  public void close() {
    for (ThreadPoolExecutor hands : List.of(computing, waiting)) {
      hands.getQueue().clear();
      hands.shutdown();
    }
    try {
      if (!waiting.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
        waiting.shutdownNow();
      }
    } catch (InterruptedException e) {
      waiting.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
