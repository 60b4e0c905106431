package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.Observation;
import dev.carryover.core.run.Journal;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.StopException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Keeps readers busy: takes observations to make, has several cells in the works at a time, and
 * journals what comes of them in the order in which it was asked for, a block at a time.
 */
final class Answering {
  /** Observations of one block of the journal, at most: what a kill can lose but for the cache. */
  private static final int BLOCK = 256;

  /** Observations in the works, at most. */
  private static final int WINDOW = 4096;

  /** So many failures in a row, and the service is gone. */
  private static final int FAILURES_IN_A_ROW = 16;

  /** The same for cells that cannot be read at all. */
  private static final int UNREADABLE_IN_A_ROW = 3;

  private final Journal journal;
  private final Roster roster;
  private final Function<Cell, ExecutorService> workers;
  private final GateListener listener;
  private final Deque<Block> pending = new ArrayDeque<>();
  private int inWorks;
  private final AtomicInteger failuresInARow = new AtomicInteger();
  private volatile Optional<StopException> ended = Optional.empty();
  private int unreadableInARow;
  private long done;
  private long total;
  private Journal.Spent journalled;

  /** Makes one observation. */
  @FunctionalInterface
  interface Task {
    Observation make();
  }

  private record Block(Cell cell, List<Future<Observation>> observations) {}

  /**
   * @param workers who makes the observations of a cell
   */
  Answering(
      Journal journal,
      Roster roster,
      Function<Cell, ExecutorService> workers,
      GateListener listener) {
    this.journal = journal;
    this.roster = roster;
    this.workers = workers;
    this.listener = listener;
    this.journalled = roster.spent();
  }

  /** How many observations there will be, those of earlier attempts included. */
  void expect(long observations) {
    total = observations;
  }

  /** The probes of a cell that need not be asked again. */
  Set<String> settled(Cell cell) {
    return journal.settled(cell.id());
  }

  /** So many were made by earlier attempts. */
  void skip(int observations) {
    done += observations;
  }

  /** Takes the observations of a cell to make; waits while too many are in the works. */
  void submit(Cell cell, List<Task> tasks) {
    unreadableInARow = 0;
    listener.progress(done, total, where(cell));
    ExecutorService hands = workers.apply(cell);
    for (int from = 0; from < tasks.size(); from += BLOCK) {
      List<Future<Observation>> block = new ArrayList<>();
      for (Task task : tasks.subList(from, Math.min(tasks.size(), from + BLOCK))) {
        block.add(hands.submit(() -> counted(task)));
      }
      pending.add(new Block(cell, block));
      inWorks += block.size();
      while (inWorks > WINDOW || (!pending.isEmpty() && isDone(pending.peek()))) {
        settle();
      }
    }
  }

  /** A cell that could not be read at all. */
  void failed(Cell cell, List<Observation> observations) {
    finish();
    journal.append(observations, spent());
    done += observations.size();
    listener.progress(done, total, where(cell));
    if (++unreadableInARow >= UNREADABLE_IN_A_ROW) {
      throw new StopException(
          "%d memories in a row could not be read, the last one that of %s: %s"
              .formatted(unreadableInARow, where(cell), reason(observations.get(0))));
    }
  }

  /** A store was made or found: what it took is journalled at once. */
  void stored() {
    if (!roster.spent().equals(journalled)) {
      journal.append(List.of(), spent());
    }
  }

  /** Waits until everything is journalled, or the run had to stop; nobody is at work then. */
  void finish() {
    try {
      while (!pending.isEmpty()) {
        settle();
      }
    } finally {
      pending.forEach(Answering::await);
    }
  }

  private static void await(Block block) {
    for (Future<Observation> future : block.observations()) {
      try {
        future.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException e) {
        // told by the first one that failed so
      }
    }
  }

  private static boolean isDone(Block block) {
    return block.observations().stream().allMatch(Future::isDone);
  }

  private void settle() {
    Block block = pending.remove();
    List<Observation> made = new ArrayList<>();
    try {
      for (Future<Observation> future : block.observations()) {
        made.add(result(future));
      }
    } finally {
      await(block);
      // what was made before the run had to stop is kept
      journal.append(made, spent());
    }
    inWorks -= made.size();
    done += made.size();
    listener.progress(done, total, where(block.cell()));
    requireNotEnded();
  }

  /**
   * Makes an observation, unless the run has to stop. That is found out as observations come in, so
   * that what waits behind the failures of a service that is gone does not have to fail one by one.
   */
  private Observation counted(Task task) {
    requireNotEnded();
    try {
      Observation made = task.make();
      count(made);
      return made;
    } catch (StopException e) {
      ended = Optional.of(e);
      throw e;
    }
  }

  private void count(Observation made) {
    if (!made.isFailed()) {
      failuresInARow.set(0);
    } else if (failuresInARow.incrementAndGet() == FAILURES_IN_A_ROW) {
      ended =
          Optional.of(
              new StopException(
                  "%d observations failed in a row, the last one: %s"
                      .formatted(FAILURES_IN_A_ROW, reason(made))));
    }
  }

  private void requireNotEnded() {
    ended.ifPresent(
        reason -> {
          throw reason;
        });
  }

  private static String reason(Observation observation) {
    return observation.outcome().fold(s -> "", u -> "", failed -> failed.reason());
  }

  /** What was spent beside answers since the last block. */
  private Journal.Spent spent() {
    Journal.Spent now = roster.spent();
    Journal.Spent since = now.minus(journalled);
    journalled = now;
    return since;
  }

  private static String where(Cell cell) {
    return cell.history() + ", " + cell.format();
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
