package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.spi.ServiceException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One running memory, which is started again when it is lost: it is then greeted and the store is
 * opened before the request is sent once more.
 */
final class Session implements AutoCloseable {
  private final Transport transport;
  private final Greeting greeting;
  private final AtomicLong ids;
  private final Set<Long> opened = ConcurrentHashMap.newKeySet();
  private volatile Optional<Connection> connection = Optional.empty();
  private volatile boolean closed;

  /** One try at something. */
  private interface Attempt<T> {
    T make() throws LostException;
  }

  /**
   * @param ids of requests, shared with the other sessions
   */
  Session(Transport transport, Greeting greeting, AtomicLong ids) {
    this.transport = transport;
    this.greeting = greeting;
    this.ids = ids;
  }

  /** Greets the memory, unless that was done. */
  void start() {
    repeatedly(Op.HELLO, () -> ready(Optional.empty()));
  }

  /** Asks until there is an answer, or it was tried often enough. */
  ObjectNode ask(Call call) {
    return repeatedly(
        call.op(), () -> ready(call.store()).ask(request(call.op(), call.body().get())));
  }

  /** Whether the store is open here. */
  boolean holds(OpenStore store) {
    return opened.contains(store.number());
  }

  /** Closes the store. A memory that fails at that is the next request's concern. */
  void release(OpenStore store) {
    Optional<Connection> line = connection;
    if (opened.remove(store.number()) && line.isPresent()) {
      try {
        line.get().ask(request(Op.CLOSE, store.named()));
      } catch (LostException | ServiceException e) {
        // nothing hangs on it: a memory that is gone is started again when it is next needed
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    connection.ifPresent(Connection::close);
  }

  private <T> T repeatedly(Op op, Attempt<T> attempt) {
    for (int failures = 1; ; failures++) {
      try {
        return attempt.make();
      } catch (LostException e) {
        if (failures > transport.retries()) {
          throw new ServiceException(
              "no answer to '%s', tried %s: %s"
                  .formatted(
                      op.word(), failures == 1 ? "once" : failures + " times", e.getMessage()),
              e);
        }
        rest(transport.pause(failures, e));
      }
    }
  }

  /** One thread at a time makes the line ready, and the others wait for it. */
  private synchronized Connection ready(Optional<OpenStore> store) throws LostException {
    Connection line = connected();
    if (store.isPresent() && !holds(store.get())) {
      if (greeting.known().orElseThrow().parallel() == 1) {
        closeOthers(line);
      }
      line.ask(request(Op.OPEN, store.get().body()));
      opened.add(store.get().number());
    }
    return line;
  }

  private void closeOthers(Connection line) throws LostException {
    for (long other : List.copyOf(opened)) {
      opened.remove(other);
      line.ask(request(Op.CLOSE, Json.object().put(OpenStore.KEY, other)));
    }
  }

  private Connection connected() throws LostException {
    Optional<Connection> known = connection;
    if (known.isPresent() && known.get().alive() && !closed) {
      return known.get();
    }
    known.ifPresent(Connection::close);
    opened.clear();
    Connection line = transport.connect();
    connection = Optional.of(line);
    if (closed) {
      line.close();
      throw new IllegalStateException("the format was closed");
    }
    try {
      greeting.check(line.ask(request(Op.HELLO, greeting.body())));
    } catch (LostException | RuntimeException e) {
      connection = Optional.empty();
      line.close();
      throw e;
    }
    return line;
  }

  private Request request(Op op, ObjectNode body) {
    return new Request(ids.incrementAndGet(), op, body);
  }

  private static void rest(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted", e);
    }
  }
}
