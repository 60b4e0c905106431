package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.spi.AnswerCache;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.file.MigrationFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The embedding models of this process that runs one after the other have in common: each is loaded
 * once, ahead of the run that wants it, and closed when all are over.
 */
public final class LoadedEmbedders implements AutoCloseable {
  /** Of runs that have none in common. */
  static final LoadedEmbedders NONE = new LoadedEmbedders();

  private final Map<String, Future<Embedder>> embedders = new LinkedHashMap<>();

  private LoadedEmbedders() {}

  /**
   * Begins to load what the runs will want, in their order.
   *
   * @param options of all of them
   */
  public static LoadedEmbedders of(List<MigrationFile> runs, GateOptions options) {
    LoadedEmbedders all = new LoadedEmbedders();
    ExecutorService loaders =
        Executors.newFixedThreadPool(options.threads(), LoadedEmbedders::thread);
    ModelContext context =
        new ModelContext(options.threads(), AnswerCache.NONE, CallBudget.UNLIMITED, false);
    for (MigrationFile run : runs) {
      if (options.baseline().isEmpty()) {
        all.load(run, run.old().embedder(), context, loaders);
      }
      all.load(run, run.next().embedder(), context, loaders);
    }
    loaders.shutdown();
    return all;
  }

  private void load(MigrationFile run, String name, ModelContext context, ExecutorService loaders) {
    if (!name.equals(Cell.NOBODY) && !run.services().containsKey(name)) {
      embedders.computeIfAbsent(
          name,
          wanted ->
              loaders.submit(
                  () ->
                      Plugins.named(EmbedderProvider.class, "embedder", wanted)
                          .create(Settings.NONE, context)));
    }
  }

  private static Thread thread(Runnable loading) {
    Thread thread = new Thread(loading, "load-embedder");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * The embedder of this name, once it is loaded. Empty where it is none of these, or could not be
   * loaded: then whoever wants it tries again, and learns why.
   */
  Optional<Embedder> find(String name) {
    return Optional.ofNullable(embedders.get(name)).flatMap(LoadedEmbedders::loaded);
  }

  /** Whether this embedder is one of these, so that no run may close it. */
  boolean holds(Embedder embedder) {
    return embedders.values().stream()
        .filter(Future::isDone)
        .anyMatch(done -> loaded(done).filter(one -> one == embedder).isPresent());
  }

  private static Optional<Embedder> loaded(Future<Embedder> future) {
    try {
      return Optional.of(future.get());
    } catch (ExecutionException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Closes them, once all are loaded. */
  @Override
  public void close() {
    embedders.values().stream().flatMap(future -> loaded(future).stream()).forEach(Embedder::close);
  }
}
