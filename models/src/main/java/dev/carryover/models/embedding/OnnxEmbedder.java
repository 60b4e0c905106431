package dev.carryover.models.embedding;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.ServiceException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * An embedding model in this process. Texts are shared out one by one, the longest first, among
 * threads that all calls have in common, so that the threads end together. A text's vector depends
 * on the text and its purpose alone.
 */
final class OnnxEmbedder implements Embedder {
  private final OnnxModel model;
  private final SentenceEncoder encoder;
  private final ExecutorService threads;
  private final int parallel;
  private Optional<EmbedderIdentity> identity = Optional.empty();

  /**
   * Loads the model.
   *
   * @param parallel number of threads, at least 1
   * @throws ServiceException if it cannot be loaded
   */
  OnnxEmbedder(OnnxModel model, int parallel) {
    if (parallel < 1) {
      throw new IllegalArgumentException("parallel is " + parallel + "; give at least 1");
    }
    this.model = model;
    this.parallel = parallel;
    this.encoder = SentenceEncoder.load(model);
    AtomicInteger number = new AtomicInteger();
    this.threads =
        Executors.newFixedThreadPool(
            parallel,
            task -> {
              Thread thread =
                  new Thread(
                      task, "embed-%s-%d".formatted(model.stableName(), number.incrementAndGet()));
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public synchronized EmbedderIdentity identity() {
    if (identity.isEmpty()) {
      List<float[]> canaries = embed(EmbedderIdentity.CANARY_TEXTS, Purpose.DOCUMENT);
      identity = Optional.of(EmbedderIdentity.of(model.stableName(), canaries));
    }
    return identity.get();
  }

  @Override
  public List<float[]> embed(List<String> given, Purpose purpose) {
    List<String> texts = List.copyOf(given);
    List<Integer> longestFirst = longestFirst(texts);
    String prefix = model.prefix(purpose);
    float[][] vectors = new float[texts.size()][];
    AtomicInteger next = new AtomicInteger();
    Runnable worker =
        () -> {
          for (int i; (i = next.getAndIncrement()) < vectors.length; ) {
            int text = longestFirst.get(i);
            vectors[text] = encoder.encode(prefix + texts.get(text));
          }
        };
    List<Future<?>> workers = start(worker, Math.min(parallel, texts.size()));
    try {
      for (Future<?> running : workers) {
        running.get();
      }
      return List.of(vectors);
    } catch (ExecutionException e) {
      throw failure(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(e);
    } finally {
      next.set(vectors.length);
    }
  }

  private List<Future<?>> start(Runnable worker, int count) {
    List<Future<?>> workers = new ArrayList<>(count);
    try {
      for (int i = 0; i < count; i++) {
        workers.add(threads.submit(worker));
      }
      return workers;
    } catch (RejectedExecutionException e) {
      throw new IllegalStateException("embedder '" + model.stableName() + "' is closed", e);
    }
  }

  private ServiceException failure(Throwable cause) {
    if (cause instanceof ServiceException service) {
      return service;
    }
    return new ServiceException(
        "embedder '%s' stopped: %s".formatted(model.stableName(), cause), cause);
  }

  private static List<Integer> longestFirst(List<String> texts) {
    return IntStream.range(0, texts.size())
        .boxed()
        .sorted(Comparator.comparingInt((Integer i) -> texts.get(i).length()).reversed())
        .toList();
  }

  /** Ends after the calls that are running; frees the native memory. */
  @Override
  public void close() {
    threads.shutdown();
    boolean idle = false;
    try {
      idle = threads.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (idle) {
      encoder.close();
    }
  }
}
