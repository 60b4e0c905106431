package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Recollection;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.ServiceException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Makes every planned observation that the journal does not have yet: reader by reader where
 * services answer, so that one model's requests stay together, then history by history and cell by
 * cell. The journal's order is that order, however the answers come in.
 */
final class Runner {
  private final Plan plan;
  private final Map<String, MemoryFormat> formats;
  private final Roster roster;
  private final StoreKeeper stores;
  private final Answering answering;
  private final Function<Cell, String> together;

  /**
   * @param together names what should be asked together; equal names keep the plan's order
   */
  Runner(
      Plan plan,
      List<MemoryFormat> formats,
      Roster roster,
      StoreKeeper stores,
      Answering answering,
      Function<Cell, String> together) {
    this.plan = plan;
    this.formats = formats.stream().collect(Collectors.toMap(MemoryFormat::name, f -> f));
    this.roster = roster;
    this.stores = stores;
    this.answering = answering;
    this.together = together;
  }

  /** Works until nothing is left to observe. */
  void run(List<ProbedHistory> histories) {
    Collection<List<Cell>> groups = groups();
    answering.expect(
        histories.stream().mapToLong(h -> h.probes().size()).sum()
            * groups.stream().mapToLong(List::size).sum());
    for (List<Cell> cells : groups) {
      for (ProbedHistory history : histories) {
        for (Cell template : cells) {
          ask(history, template.withHistory(history.history().id()));
        }
        roster.forget();
        stores.forget();
      }
    }
    answering.finish();
  }

  private Collection<List<Cell>> groups() {
    return plan.treatments().stream()
        .map(PlannedTreatment::cell)
        .flatMap(Optional::stream)
        .distinct()
        .collect(Collectors.groupingBy(together, LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  private void ask(ProbedHistory history, Cell cell) {
    Set<String> settled = answering.settled(cell);
    List<Probe> open =
        history.probes().stream().filter(probe -> !settled.contains(probe.id())).toList();
    answering.skip(history.probes().size() - open.size());
    if (open.isEmpty()) {
      return;
    }
    Observer observer = new Observer(cell, roster.reader(cell), roster.allowances().readerBytes());
    try {
      read(history.history(), cell, open, observer);
    } catch (ServiceException e) {
      answering.failed(cell, open.stream().map(probe -> observer.failed(probe, e)).toList());
    }
  }

  private void read(History history, Cell cell, List<Probe> probes, Observer observer) {
    MemoryFormat format = Objects.requireNonNull(formats.get(cell.format()));
    try (Memory memory = format.reader().open(store(format, cell, history), roster.readers(cell))) {
      EvidenceTracer tracer = new EvidenceTracer(cell, history, memory.items());
      long start = System.nanoTime();
      List<Recollection> recollections = memory.read(probes.stream().map(Probe::question).toList());
      long micros = (System.nanoTime() - start) / 1000 / probes.size();
      List<Answering.Task> tasks = new ArrayList<>();
      for (int i = 0; i < probes.size(); i++) {
        Probe probe = probes.get(i);
        Recollection recollection = recollections.get(i);
        tasks.add(() -> observer.observe(probe, recollection, tracer, micros));
      }
      answering.submit(cell, tasks);
    }
  }

  private MemoryStore store(MemoryFormat format, Cell cell, History history) {
    MemoryStore store = stores.store(format, cell, history);
    answering.stored();
    return store;
  }
}
