package dev.carryover.models.service;

import dev.carryover.core.Usage;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.models.service.SlotPool.Lease;
import dev.carryover.models.service.SlotServer.Continued;
import dev.carryover.models.service.SlotServer.Saved;
import dev.carryover.models.service.SlotServer.Wish;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A cache in a server's folder, gone on from in whichever slot is free. It is restored for every
 * question, so that none depends on another and the server may be started again in between; that
 * the answer came from it is taken from the server's own counters.
 *
 * @param budget is charged with what is read and written
 * @param file in the server's folder
 * @param tokens whose cache it is
 */
record SlotCache(
    SlotServer server, SlotPool pool, CallBudget budget, String file, List<Integer> tokens) {
  /** Other clients of the server may take a slot between two requests. */
  private static final int ATTEMPTS = 3;

  /**
   * Where a model attends within a window, the server goes back to the last point that it can go on
   * from, 5 positions before the end.
   */
  private static final int READ_AGAIN = 8;

  private static final String OTHERS =
      "other clients may be using its slots: give this run a server of its own";

  SlotCache {
    tokens = List.copyOf(tokens);
  }

  /**
   * Has an empty slot read the tokens, and saves it.
   *
   * @return bytes of the file
   * @throws ServiceException if the server cannot
   */
  long save() {
    Usage most = new Usage(tokens.size(), 1);
    budget.reserve(most);
    Usage spent = Usage.NONE;
    try {
      for (int i = 0; i < ATTEMPTS; i++) {
        try (Lease lease = pool.take(server)) {
          server.erase(lease.slot());
          Continued read = server.goOn(lease.slot(), tokens, Wish.NOTHING);
          spent = spent.plus(read.usage());
          Saved saved = server.save(lease.slot(), file);
          if (read.read() == tokens.size() && saved.positions() == tokens.size()) {
            return saved.bytes();
          }
        }
      }
    } finally {
      budget.settle(most, spent);
    }
    throw new ServiceException(
        "%s did not save what it had read, %d positions, in %d attempts; %s"
            .formatted(server.name(), tokens.size(), ATTEMPTS, OTHERS));
  }

  /**
   * Tries whether the server takes the file.
   *
   * @return why it does not; empty where it does
   */
  Optional<String> refusal() {
    try (Lease lease = pool.take(server)) {
      return server.restore(lease.slot(), file, tokens.size());
    }
  }

  /**
   * Goes on after the cached tokens.
   *
   * @param more never empty
   * @throws ServiceException if the server cannot, or does not show that it used the cache
   */
  Continued goOn(List<Integer> more, Wish wish) {
    List<Integer> all = Stream.concat(tokens.stream(), more.stream()).toList();
    Usage most = new Usage(all.size(), Math.max(1, wish.maxTokens()));
    budget.reserve(most);
    Usage spent = Usage.NONE;
    int reused = 0;
    try {
      for (int i = 0; i < ATTEMPTS; i++) {
        Continued continued = restoredAndContinued(all, wish);
        spent = spent.plus(continued.usage());
        reused = continued.reused();
        if (reused + continued.read() == all.size()
            && reused >= Math.max(1, tokens.size() - READ_AGAIN)) {
          return continued;
        }
      }
    } finally {
      budget.settle(most, spent);
    }
    throw new ServiceException(
        "%s: no answer is shown to come from the saved cache: of its %d positions the server used %d, in the last of %d attempts; %s"
            .formatted(server.name(), tokens.size(), reused, ATTEMPTS, OTHERS));
  }

  private Continued restoredAndContinued(List<Integer> all, Wish wish) {
    try (Lease lease = pool.take(server)) {
      Optional<String> refusal = server.restore(lease.slot(), file, tokens.size());
      if (refusal.isPresent()) {
        throw new ServiceException(refusal.get());
      }
      return server.goOn(lease.slot(), all, wish);
    }
  }
}
