package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.spi.ServiceException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The running memories of a format. None gets more requests at once than it says it takes. All end
 * with the format, or with this process.
 */
final class Pool implements AutoCloseable {
  private final Greeting greeting;
  private final List<Slot> slots;
  private final Thread lastCall = new Thread(this::endAll, "external memories end");

  /** A session with the number of requests that it works on; guarded by the pool. */
  private static final class Slot {
    private final Session session;
    private int busy;

    private Slot(Session session) {
      this.session = session;
    }
  }

  Pool(Transport transport, Greeting greeting) {
    AtomicLong ids = new AtomicLong();
    this.greeting = greeting;
    this.slots =
        IntStream.range(0, transport.lines())
            .mapToObj(line -> new Slot(new Session(transport, greeting, ids)))
            .toList();
    Runtime.getRuntime().addShutdownHook(lastCall);
  }

  /**
   * Who answers: asked once, by starting the first.
   *
   * @throws UnusableException if it is no memory that could be tested
   */
  Hello hello() {
    if (greeting.known().isEmpty()) {
      Slot slot = take(any -> true, Optional.empty());
      try {
        slot.session.start();
      } finally {
        giveBack(slot);
      }
    }
    return greeting.known().orElseThrow();
  }

  /**
   * Asks again who answers.
   *
   * @throws dev.carryover.core.spi.StopException if it is another than before
   */
  void greetAgain() {
    greeting.check(ask(Call.of(Op.HELLO, greeting::body)));
  }

  /** The answer. */
  ObjectNode ask(Call call) {
    hello();
    Slot slot = take(any -> true, call.store());
    try {
      return slot.session.ask(call);
    } finally {
      giveBack(slot);
    }
  }

  /**
   * The answers, in order. When one cannot be had, those that were not asked for yet are given up.
   */
  List<ObjectNode> askAll(List<Call> calls) {
    int atOnce = Math.min(calls.size(), slots.size() * hello().parallel());
    if (atOnce <= 1) {
      return calls.stream().map(this::ask).toList();
    }
    AtomicBoolean failed = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(atOnce);
    try {
      List<Future<ObjectNode>> futures =
          calls.stream().map(call -> threads.submit(() -> askUnless(failed, call))).toList();
      return results(futures);
    } finally {
      threads.shutdownNow();
    }
  }

  private ObjectNode askUnless(AtomicBoolean failed, Call call) {
    if (failed.get()) {
      throw new CancellationException();
    }
    try {
      return ask(call);
    } catch (RuntimeException e) {
      failed.set(true);
      throw e;
    }
  }

  /** Waits for all, so that nothing is in flight any more when one has failed. */
  private static List<ObjectNode> results(List<Future<ObjectNode>> futures) {
    List<ObjectNode> answers = new ArrayList<>();
    List<RuntimeException> failures = new ArrayList<>();
    for (Future<ObjectNode> future : futures) {
      try {
        answers.add(future.get());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ServiceException("interrupted", e);
      } catch (ExecutionException e) {
        failures.add(
            e.getCause() instanceof RuntimeException failure
                ? failure
                : new IllegalStateException(e.getCause()));
      }
    }
    failures.stream()
        .filter(failure -> !(failure instanceof CancellationException))
        .findFirst()
        .ifPresent(
            failure -> {
              throw failure;
            });
    return answers;
  }

  /** Closes a store wherever it is open. */
  void release(OpenStore store) {
    for (Slot slot : slots) {
      if (slot.session.holds(store)) {
        take(candidate -> candidate == slot, Optional.empty());
        try {
          slot.session.release(store);
        } finally {
          giveBack(slot);
        }
      }
    }
  }

  @Override
  public void close() {
    endAll();
    try {
      Runtime.getRuntime().removeShutdownHook(lastCall);
    } catch (IllegalStateException e) {
      // this process ends already
    }
  }

  private void endAll() {
    slots.forEach(slot -> slot.session.close());
  }

  /** A free session, best one that has the store open already. */
  private synchronized Slot take(Predicate<Slot> allowed, Optional<OpenStore> store) {
    try {
      while (true) {
        int most = greeting.known().map(Hello::parallel).orElse(1);
        Optional<Slot> free =
            slots.stream()
                .filter(allowed)
                .filter(slot -> slot.busy < most)
                .min(
                    Comparator.comparing((Slot slot) -> store.filter(slot.session::holds).isEmpty())
                        .thenComparing(slot -> slot.busy));
        if (free.isPresent()) {
          free.get().busy++;
          return free.get();
        }
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted", e);
    }
  }

  private synchronized void giveBack(Slot slot) {
    slot.busy--;
    notifyAll();
  }
}
