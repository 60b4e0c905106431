package dev.carryover.models.transformer;

import ai.djl.engine.Engine;
import ai.djl.training.GradientCollector;
import java.util.function.Function;

/** Gradients, for one graph at a time in the process: the engine refuses a second one. */
public final class Gradients {
  private static final Object ONE = new Object();

  private Gradients() {}

  /** What comes of work whose graph is collected; work of other threads waits for its turn. */
  public static <T> T collected(Function<GradientCollector, T> work) {
    synchronized (ONE) {
      try (GradientCollector collector = Engine.getInstance().newGradientCollector()) {
        return work.apply(collector);
      }
    }
  }
}
