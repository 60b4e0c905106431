package dev.carryover.models.prompted;

import dev.carryover.core.spi.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Makes calls side by side.
 *
 * @param parallel most of them at once
 */
record Calls(int parallel) {
  Calls {
    if (parallel < 1) {
      throw new IllegalArgumentException("parallel is " + parallel);
    }
  }

  /**
   * The results in the order of the calls. When one fails, those not yet begun are not made, and
   * the first failure in order is thrown.
   */
  <T> List<T> inOrder(List<Callable<T>> calls) {
    if (calls.isEmpty()) {
      return List.of();
    }
    ExecutorService pool = Executors.newFixedThreadPool(Math.min(parallel, calls.size()));
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
      pool.shutdownNow();
    }
  }
}
