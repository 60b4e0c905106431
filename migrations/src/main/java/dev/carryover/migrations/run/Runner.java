package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Failed;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Recollection;
import dev.carryover.core.Reply;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.StoredItem;
import dev.carryover.core.run.Journal;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Makes every planned observation that the journal does not have yet, history by history and cell
 * by cell, so that the journal's order is the plan's.
 */
final class Runner {
  private final Plan plan;
  private final Map<String, MemoryFormat> formats;
  private final Roster roster;
  private final StoreKeeper stores;
  private final Journal journal;
  private final ExecutorService workers;
  private final GateListener listener;
  private long journalledTexts;

  /** What a runner works with. */
  record Tools(Roster roster, StoreKeeper stores, Journal journal, ExecutorService workers) {}

  Runner(Plan plan, List<MemoryFormat> formats, Tools tools, GateListener listener) {
    this.plan = plan;
    this.formats = formats.stream().collect(Collectors.toMap(MemoryFormat::name, f -> f));
    this.roster = tools.roster();
    this.stores = tools.stores();
    this.journal = tools.journal();
    this.workers = tools.workers();
    this.listener = listener;
    this.journalledTexts = roster.embeddedTexts();
  }

  /** Works until nothing is left to observe. */
  void run(List<ProbedHistory> histories) {
    List<Cell> cells =
        plan.treatments().stream()
            .map(PlannedTreatment::cell)
            .flatMap(Optional::stream)
            .distinct()
            .toList();
    long total = histories.stream().mapToLong(h -> (long) h.probes().size() * cells.size()).sum();
    long done = 0;
    for (ProbedHistory history : histories) {
      for (Cell template : cells) {
        Cell cell = template.withHistory(history.history().id());
        List<Probe> open = open(history, cell);
        if (!open.isEmpty()) {
          String where = history.history().id() + ", " + cell.format();
          listener.progress(done, total, where);
          observe(history.history(), cell, open);
          listener.progress(done + history.probes().size(), total, where);
        }
        done += history.probes().size();
      }
      roster.forget();
      stores.forget();
    }
  }

  private List<Probe> open(ProbedHistory history, Cell cell) {
    Set<String> settled = journal.settled(cell.id());
    return history.probes().stream().filter(probe -> !settled.contains(probe.id())).toList();
  }

  private void observe(History history, Cell cell, List<Probe> open) {
    List<Observation> block;
    try {
      block = read(history, cell, open);
    } catch (ServiceException e) {
      block = open.stream().map(probe -> failed(cell, probe, e)).toList();
    }
    journal.append(block, spent());
  }

  /** What was embedded since the last block. */
  private Journal.Spent spent() {
    long texts = roster.embeddedTexts();
    Journal.Spent spent = new Journal.Spent(texts - journalledTexts);
    journalledTexts = texts;
    return spent;
  }

  private MemoryStore store(MemoryFormat format, Cell cell, History history) {
    MemoryStore store = stores.store(format, cell, history);
    if (roster.embeddedTexts() > journalledTexts) {
      journal.append(List.of(), spent());
    }
    return store;
  }

  private List<Observation> read(History history, Cell cell, List<Probe> probes) {
    MemoryFormat format = Objects.requireNonNull(formats.get(cell.format()));
    try (Memory memory = format.reader().open(store(format, cell, history), roster.readers(cell))) {
      EvidenceTracer tracer = new EvidenceTracer(cell, history, memory.items());
      long start = System.nanoTime();
      List<Recollection> recollections = memory.read(probes.stream().map(Probe::question).toList());
      long readMicros = (System.nanoTime() - start) / 1000 / probes.size();
      List<Future<Observation>> futures = new ArrayList<>();
      for (int i = 0; i < probes.size(); i++) {
        Probe probe = probes.get(i);
        Recollection recollection = recollections.get(i);
        futures.add(
            workers.submit(() -> observation(cell, probe, recollection, tracer, readMicros)));
      }
      List<Observation> block = new ArrayList<>();
      for (Future<Observation> future : futures) {
        block.add(result(future));
      }
      return block;
    }
  }

  private Observation observation(
      Cell cell, Probe probe, Recollection recollection, EvidenceTracer tracer, long readMicros) {
    long start = System.nanoTime();
    Optional<Reply> reply;
    try {
      reply = reply(cell, probe, recollection);
    } catch (ServiceException e) {
      return failed(cell, probe, e);
    }
    List<String> retrieved = ranked(recollection).stream().map(StoredItem::id).toList();
    Optional<RetrievalTrace> trace = trace(probe, recollection, tracer);
    return new Observation(
        cell.id(),
        probe.id(),
        probe.family(),
        Marking.of(probe, reply).outcome(probe, trace),
        reply,
        retrieved,
        readMicros + (System.nanoTime() - start) / 1000);
  }

  /** The reader is asked only what can be marked, and sees the question and the texts alone. */
  private Optional<Reply> reply(Cell cell, Probe probe, Recollection recollection) {
    if (cell.reader().equals(Cell.NOBODY) || !canBeMarked(cell, probe)) {
      return Optional.empty();
    }
    return Optional.of(
        recollection.fold(
            passages -> roster.reader(cell.reader()).answer(probe.question(), passages.texts()),
            state -> {
              throw new ServiceException(
                  "'" + cell.reader() + "' cannot go on from the state of " + state.computedFor());
            },
            answered -> answered.reply()));
  }

  private boolean canBeMarked(Cell cell, Probe probe) {
    return probe.code().isPresent()
        || (probe.answer().isPresent() && roster.reader(cell.reader()).answersFreely());
  }

  private static Optional<RetrievalTrace> trace(
      Probe probe, Recollection recollection, EvidenceTracer tracer) {
    if (probe.evidence().isEmpty() || !tracer.canTrace(probe)) {
      return Optional.empty();
    }
    Function<List<StoredItem>, List<String>> ids =
        items -> items.stream().map(StoredItem::id).toList();
    return recollection.fold(
        passages ->
            Optional.of(tracer.trace(probe, ids.apply(passages.items()), passages.ranked())),
        state -> Optional.empty(),
        answered -> Optional.of(tracer.trace(probe, ids.apply(answered.items()), true)));
  }

  /** What is worth journalling: an unranked read returns the whole store each time. */
  private static List<StoredItem> ranked(Recollection recollection) {
    return recollection.fold(
        passages -> passages.ranked() ? passages.items() : List.<StoredItem>of(),
        state -> List.of(),
        answered -> answered.items());
  }

  private static Observation failed(Cell cell, Probe probe, ServiceException cause) {
    return new Observation(
        cell.id(),
        probe.id(),
        probe.family(),
        new Failed(String.valueOf(cause.getMessage())),
        Optional.empty(),
        List.of(),
        0);
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
