package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Recollection;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.StopException;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Makes every planned observation that the journal does not have yet. Services come one after the
 * other, so that a server which holds one model at a time seldom has to change it: each writes all
 * its stores, then each answers all its cells, history by history. The journal's order is that
 * order, however the answers come in.
 */
final class Runner {
  /** So many stores that cannot be written in a row, and the service is gone. */
  private static final int UNWRITTEN_IN_A_ROW = 3;

  /** So many questions that cannot be read in a row, and the rest of the cell is left for later. */
  private static final int BROKEN_IN_A_ROW = 3;

  private final Plan plan;
  private final Map<String, MemoryFormat> formats;
  private final Roster roster;
  private final StoreKeeper stores;
  private final Answering answering;
  private final UnaryOperator<String> service;
  private int unwritten;

  /**
   * @param service names the service that a model is; one name for all that are in this process
   */
  Runner(
      Plan plan,
      List<MemoryFormat> formats,
      Roster roster,
      StoreKeeper stores,
      Answering answering,
      UnaryOperator<String> service) {
    this.plan = plan;
    this.formats = formats.stream().collect(Collectors.toMap(MemoryFormat::name, f -> f));
    this.roster = roster;
    this.stores = stores;
    this.answering = answering;
    this.service = service;
  }

  /** Works until nothing is left to observe. */
  void run(List<ProbedHistory> histories) {
    Collection<List<Cell>> groups = groups(Cell::reader);
    answering.expect(
        histories.stream()
            .mapToLong(
                h -> groups.stream().mapToLong(g -> planned(g, h).size()).sum() * h.probes().size())
            .sum());
    write(histories);
    for (List<Cell> cells : groups) {
      for (ProbedHistory history : histories) {
        for (Cell cell : planned(cells, history)) {
          ask(history, cell);
        }
        roster.forget();
        stores.forget();
      }
      answering.finish();
    }
  }

  /** Whoever writes last is the first to read. */
  private void write(List<ProbedHistory> histories) {
    List<List<Cell>> writers = new ArrayList<>(groups(Cell::writer));
    writers.removeIf(cells -> service.apply(cells.get(0).writer()).equals(Workers.IN_PROCESS));
    Collections.reverse(writers);
    for (List<Cell> cells : writers) {
      for (ProbedHistory history : histories) {
        for (Cell cell : planned(cells, history)) {
          if (!open(history, cell).isEmpty()) {
            writeOrLeave(history, cell);
          }
        }
        stores.forget();
      }
    }
  }

  /** A store that cannot be written now is tried again when it is read, and blamed then. */
  private void writeOrLeave(ProbedHistory history, Cell cell) {
    try {
      store(format(cell), cell, history.history());
      unwritten = 0;
    } catch (ServiceException e) {
      answering.stored();
      if (++unwritten == UNWRITTEN_IN_A_ROW) {
        throw new StopException(
            "%d stores in a row could not be written, the last one that of history '%s' in format %s: %s"
                .formatted(unwritten, cell.history(), cell.format(), e.getMessage()));
      }
    }
  }

  /** The cells of a history, for treatments that are run on it. */
  private List<Cell> planned(List<Cell> templates, ProbedHistory history) {
    String id = history.history().id();
    return templates.stream()
        .filter(template -> isPlanned(template, id))
        .map(template -> template.withHistory(id))
        .toList();
  }

  private boolean isPlanned(Cell template, String history) {
    return plan.treatments().stream()
        .filter(treatment -> treatment.cell().equals(Optional.of(template)))
        .anyMatch(treatment -> plan.histories(treatment).contains(history));
  }

  private Collection<List<Cell>> groups(Function<Cell, String> player) {
    return plan.treatments().stream()
        .map(PlannedTreatment::cell)
        .flatMap(Optional::stream)
        .distinct()
        .collect(
            Collectors.groupingBy(
                cell -> service.apply(player.apply(cell)), LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  private void ask(ProbedHistory history, Cell cell) {
    List<Probe> open = open(history, cell);
    answering.skip(history.probes().size() - open.size());
    if (open.isEmpty()) {
      return;
    }
    Observer observer = new Observer(cell, roster.reader(cell), roster.allowances().readerBytes());
    try {
      read(history.history(), cell, open, observer);
    } catch (IncompatibleStoreException e) {
      if (opensItsOwn(cell)) {
        throw e;
      }
      answering.submit(
          cell,
          open.stream()
              .<Answering.Task>map(probe -> () -> observer.incompatible(probe, e))
              .toList());
    } catch (ServiceException e) {
      answering.failed(cell, open.stream().map(probe -> observer.failed(probe, e)).toList());
    }
  }

  /** Whether a side reads what it wrote: where that cannot be opened, no upgrade is to blame. */
  private boolean opensItsOwn(Cell cell) {
    return plan.treatments().stream()
        .filter(treatment -> List.of(Treatments.BEFORE, Treatments.OWN).contains(treatment.name()))
        .flatMap(treatment -> treatment.cell().stream())
        .anyMatch(own -> own.withHistory(cell.history()).equals(cell));
  }

  private List<Probe> open(ProbedHistory history, Cell cell) {
    Set<String> settled = answering.settled(cell);
    return history.probes().stream().filter(probe -> !settled.contains(probe.id())).toList();
  }

  private MemoryFormat format(Cell cell) {
    return Objects.requireNonNull(formats.get(cell.format()));
  }

  private void read(History history, Cell cell, List<Probe> probes, Observer observer) {
    if (cell.evidence() == EvidenceMode.RAW_EVIDENCE) {
      answering.submit(
          cell, given(probes, observer, EvidenceReads::hasAny, p -> EvidenceReads.raw(history, p)));
      return;
    }
    try (Memory memory = open(cell, history)) {
      if (cell.evidence() == EvidenceMode.STORED_EVIDENCE) {
        List<StoredItem> items = memory.items();
        EvidenceTracer tracer = new EvidenceTracer(cell, history, items);
        answering.submit(
            cell,
            given(
                probes,
                observer,
                probe ->
                    memory.listsItems() && EvidenceReads.hasAny(probe) && tracer.canTrace(probe),
                probe -> EvidenceReads.stored(items, tracer, probe)));
      } else if (!format(cell).keepsState()) {
        submit(cell, memory, history, probes, observer);
      } else if (isOfAnother(cell)) {
        try (Memory own = open(ownOf(cell), history)) {
          submitAndWait(cell, memory, history, probes, observer.beside(own));
        }
      } else {
        submitAndWait(cell, memory, history, probes, observer);
      }
    }
  }

  private Memory open(Cell cell, History history) {
    MemoryFormat format = format(cell);
    Memory memory = format.reader().open(store(format, cell, history), roster.readers(cell));
    return Treatments.isCorrupted(cell.treatment())
        ? LossyMemory.of(memory, cell, plan.seed())
        : memory;
  }

  /** Whether the reader goes on from another model's state, which it was made to. */
  private static boolean isOfAnother(Cell cell) {
    return cell.treatment().equals(Cell.AS_WRITTEN) && !cell.writer().equals(cell.reader());
  }

  /** The cell in which the reader goes on from its own state. */
  private static Cell ownOf(Cell cell) {
    return new Cell(
        cell.history(),
        cell.format(),
        cell.reader(),
        cell.reader(),
        cell.indexEmbedder(),
        cell.queryEmbedder(),
        cell.treatment(),
        cell.evidence(),
        cell.repeat());
  }

  /** A state is closed with its memory: nobody may be at work on it then. */
  private void submitAndWait(
      Cell cell, Memory memory, History history, List<Probe> probes, Observer observer) {
    try {
      submit(cell, memory, history, probes, observer);
    } finally {
      answering.finish();
    }
  }

  private void submit(
      Cell cell, Memory memory, History history, List<Probe> probes, Observer observer) {
    Optional<EvidenceTracer> tracer =
        memory.listsItems()
            ? Optional.of(new EvidenceTracer(cell, history, memory.items()))
            : Optional.empty();
    answering.submit(cell, tasks(memory, probes, observer, tracer));
  }

  /** Questions whose evidence is given; the others cannot be marked. */
  private static List<Answering.Task> given(
      List<Probe> probes,
      Observer observer,
      Predicate<Probe> known,
      Function<Probe, Recollection> evidence) {
    return probes.stream()
        .<Answering.Task>map(
            probe ->
                known.test(probe)
                    ? () -> observer.observe(probe, evidence.apply(probe), Optional.empty(), 0)
                    : () -> observer.withoutEvidence(probe))
        .toList();
  }

  /** Read together where that works; a batch that breaks is read question by question. */
  private static List<Answering.Task> tasks(
      Memory memory, List<Probe> probes, Observer observer, Optional<EvidenceTracer> tracer) {
    try {
      return recalled(memory, probes, observer, tracer);
    } catch (ServiceException e) {
      if (probes.size() == 1) {
        throw e;
      }
    }
    List<Answering.Task> tasks = new ArrayList<>();
    List<ServiceException> broken = new ArrayList<>();
    for (Probe probe : probes) {
      if (broken.size() == BROKEN_IN_A_ROW) {
        tasks.add(() -> observer.failed(probe, broken.get(0)));
        continue;
      }
      try {
        tasks.addAll(recalled(memory, List.of(probe), observer, tracer));
        broken.clear();
      } catch (ServiceException e) {
        broken.add(e);
        tasks.add(() -> observer.failed(probe, e));
      }
    }
    return tasks;
  }

  private static List<Answering.Task> recalled(
      Memory memory, List<Probe> probes, Observer observer, Optional<EvidenceTracer> tracer) {
    long start = System.nanoTime();
    List<Recollection> recollections = memory.read(probes.stream().map(Probe::question).toList());
    long micros = (System.nanoTime() - start) / 1000 / probes.size();
    List<Answering.Task> tasks = new ArrayList<>();
    for (int i = 0; i < probes.size(); i++) {
      Probe probe = probes.get(i);
      Recollection recollection = recollections.get(i);
      tasks.add(() -> observer.observe(probe, recollection, tracer, micros));
    }
    return tasks;
  }

  private MemoryStore store(MemoryFormat format, Cell cell, History history) {
    MemoryStore store = stores.store(format, cell, history);
    answering.stored();
    return store;
  }
}
