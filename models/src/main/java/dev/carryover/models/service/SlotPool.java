package dev.carryover.models.service;

import dev.carryover.core.spi.ServiceException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The numbers of a server's slots, each lent to one thread at a time. The slots are the server's,
 * whichever model of this process asks for one: there is one pool for each server.
 */
final class SlotPool {
  private static final ConcurrentMap<String, SlotPool> POOLS = new ConcurrentHashMap<>();

  private final BlockingQueue<Integer> free = new LinkedBlockingQueue<>();

  private SlotPool(int slots) {
    for (int slot = 0; slot < slots; slot++) {
      free.add(slot);
    }
  }

  /** The pool of a server as it is now: one that is started again may have other slots. */
  static SlotPool of(SlotServer server) {
    int slots = server.slots();
    if (slots < 1) {
      throw new ServiceException(server.name() + " has no slots");
    }
    return POOLS.computeIfAbsent(slots + " at " + server.url(), key -> new SlotPool(slots));
  }

  /** Waits for a slot that is free. It is emptied when it is given back. */
  Lease take(SlotServer server) {
    try {
      return new Lease(this, server, free.take());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException(server.name() + ": interrupted while waiting for a slot", e);
    }
  }

  /** A slot, until it is closed. */
  record Lease(SlotPool pool, SlotServer server, int slot) implements AutoCloseable {
    /** No cache stays behind, which the server might take for the beginning of another prompt. */
    @Override
    public void close() {
      try {
        server.erase(slot);
      } finally {
        pool.free.add(slot);
      }
    }
  }
}
