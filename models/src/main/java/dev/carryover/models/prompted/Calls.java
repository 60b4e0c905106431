package dev.carryover.models.prompted;

import dev.carryover.core.spi.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Makes calls side by side.
 *
 * @param parallel most of them at once
 */
record Calls(int parallel) {
  private static final int GRACE_SECONDS = 10;

  Calls {
    if (parallel < 1) {
      throw new IllegalArgumentException("parallel is " + parallel);
    }
  }

  /**
   * The results in the order of the calls. When one fails, those not yet begun are not made, those
   * under way, which are paid for, get a moment to end, and the first failure in order is thrown.
   */
  <T> List<T> inOrder(List<Callable<T>> calls) {
    if (calls.isEmpty()) {
      return List.of();
    }
    int threads = Math.min(parallel, calls.size());
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    try {
      List<Future<T>> begun = new ArrayList<>();
      for (Callable<T> call : calls) {
        begun.add(pool.submit(call));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : begun) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("a call failed in an unforeseen way", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted while a model was writing", e);
    } finally {
      end(pool);
    }
  }

  private static void end(ThreadPoolExecutor pool) {
    pool.getQueue().clear();
    pool.shutdown();
    try {
      if (!pool.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
        pool.shutdownNow();
      }
    } catch (InterruptedException e) {
      pool.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
