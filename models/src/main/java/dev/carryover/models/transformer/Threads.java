package dev.carryover.models.transformer;

import ai.djl.pytorch.jni.JniUtils;

/**
 * With how many threads one pass computes. The work of a small model is too little to share out: it
 * computes on its caller's thread, and several callers side by side. A setting holds for the thread
 * that makes it.
 */
public final class Threads {
  /** Weights below which a model is small. */
  private static final long SMALL = 20_000_000;

  private static final ThreadLocal<Integer> IN_USE = ThreadLocal.withInitial(() -> 0);

  private final int count;

  private Threads(int count) {
    this.count = count;
  }

  static Threads forNumbers(long weights) {
    return new Threads(weights < SMALL ? 1 : Runtime.getRuntime().availableProcessors());
  }

  /** Computes on the calling thread alone, which gives equal figures every time. */
  public static void useOne() {
    new Threads(1).use();
  }

  void use() {
    if (IN_USE.get() != count) {
      JniUtils.setNumThreads(count);
      IN_USE.set(count);
    }
  }
}
