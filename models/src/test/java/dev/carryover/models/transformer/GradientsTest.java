package dev.carryover.models.transformer;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class GradientsTest {
  private static final long LONG_ENOUGH_TO_MEET = 20_000_000;

  private static float slopeOfSquareAt(float number) {
    try (NDManager manager = Hardware.CPU.newManager()) {
      NDArray x = manager.create(new float[] {number});
      x.setRequiresGradient(true);
      return Gradients.collected(
          collector -> {
            NDArray square = x.mul(x).sum();
            LockSupport.parkNanos(LONG_ENOUGH_TO_MEET);
            collector.backward(square);
            try (NDArray gradient = x.getGradient()) {
              return gradient.toFloatArray()[0];
            }
          });
    }
  }

  @Test
  void graphsOfSeveralThreadsTakeTurns() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      Callable<Float> slope = () -> slopeOfSquareAt(3);
      for (Future<Float> found : pool.invokeAll(Collections.nCopies(4, slope))) {
        assertThat(found.get()).isEqualTo(6f);
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
