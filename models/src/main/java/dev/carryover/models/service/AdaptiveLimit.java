package dev.carryover.models.service;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many requests may be in flight: at most a ceiling, half as many when the service says to slow
 * down, one more for every window of answers that came well (additive increase, multiplicative
 * decrease). Requests that were under way when it was halved do not halve it again.
 */
final class AdaptiveLimit {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private final int ceiling;
  private double limit;
  private int inFlight;
  private long halvings;

  AdaptiveLimit(int ceiling) {
    this.ceiling = ceiling;
    this.limit = ceiling;
  }

  /** Waits for room, and takes it. The ticket goes back with {@link #leave}. */
  long enter() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (inFlight >= (int) limit) {
        room.await();
      }
      inFlight++;
      wakeOne();
      return halvings;
    } finally {
      lock.unlock();
    }
  }

  /** Gives room back. */
  void leave(long ticket, Outcome outcome) {
    lock.lock();
    try {
      inFlight--;
      if (outcome == Outcome.SLOW_DOWN && ticket == halvings) {
        limit = Math.max(1, limit / 2);
        halvings++;
      } else if (outcome == Outcome.WELL) {
        limit = Math.min(ceiling, limit + 1 / limit);
      }
      wakeOne();
    } finally {
      lock.unlock();
    }
  }

  private void wakeOne() {
    if (inFlight < (int) limit) {
      room.signal();
    }
  }

  /** The limit that holds now. */
  int now() {
    lock.lock();
    try {
      return (int) limit;
    } finally {
      lock.unlock();
    }
  }

  /** How a request ended, as far as the limit cares. */
  enum Outcome {
    WELL,
    SLOW_DOWN,
    OTHERWISE
  }
}
