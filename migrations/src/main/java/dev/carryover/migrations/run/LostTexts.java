package dev.carryover.migrations.run;

import dev.carryover.core.Answer;
import dev.carryover.core.Cell;
import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.History;
import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.StoredItem;
import dev.carryover.core.report.Diagnosis.Passage;
import dev.carryover.core.report.Diagnosis.Words;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.ProbeTexts;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.migrations.analysis.Diagnostician;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Collects the texts behind the answers that were lost, from the histories and the stores as they
 * lie: nobody is asked again. Where a memory runs elsewhere or keeps no texts, those of the history
 * are all there is.
 */
final class LostTexts {
  private final Plan plan;
  private final Map<String, MemoryFormat> formats;
  private final Roster roster;
  private final StoreKeeper stores;
  private final Journal journal;

  LostTexts(
      Plan plan, List<MemoryFormat> formats, Roster roster, StoreKeeper stores, Journal journal) {
    this.plan = plan;
    this.formats = formats.stream().collect(Collectors.toMap(MemoryFormat::name, format -> format));
    this.roster = roster;
    this.stores = stores;
    this.journal = journal;
  }

  /** The texts, by history in the order given, then by cell and probe in the plan's. */
  List<ProbeTexts> collect(List<ProbedHistory> histories) {
    Map<String, Set<String>> lost = Diagnostician.lostProbes(plan, journal);
    Set<Cell> templates =
        plan.treatments().stream()
            .map(PlannedTreatment::cell)
            .flatMap(Optional::stream)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    List<ProbeTexts> texts = new ArrayList<>();
    for (ProbedHistory history : histories) {
      for (Cell template : templates) {
        Cell cell = template.withHistory(history.history().id());
        Set<String> probes = lost.getOrDefault(cell.id(), Set.of());
        if (!probes.isEmpty()) {
          texts.addAll(
              of(
                  cell,
                  history.history(),
                  history.probes().stream().filter(p -> probes.contains(p.id())).toList()));
        }
      }
      stores.forget();
    }
    return texts;
  }

  private List<ProbeTexts> of(Cell cell, History history, List<Probe> probes) {
    MemoryFormat format = Objects.requireNonNull(formats.get(cell.format()));
    if (format.runsElsewhere() || format.keepsState()) {
      return probes.stream().map(probe -> texts(cell, history, probe, Shelf.NOTHING)).toList();
    }
    try (Memory memory =
        format.reader().open(stores.store(format, cell, history), roster.readers(cell))) {
      Shelf shelf = Shelf.of(memory, cell, history, journal.of(cell.id()));
      return probes.stream().map(probe -> texts(cell, history, probe, shelf)).toList();
    } catch (IncompatibleStoreException e) {
      return probes.stream().map(probe -> texts(cell, history, probe, Shelf.NOTHING)).toList();
    }
  }

  private static ProbeTexts texts(Cell cell, History history, Probe probe, Shelf shelf) {
    List<StoredItem> held = shelf.held(probe);
    List<StoredItem> shown = shelf.shown(probe);
    return new ProbeTexts(
        cell.id(),
        probe.id(),
        new Words(
            Words.cut(probe.question().text()),
            probe.answer().map(Answer::text).map(Words::cut),
            evidence(history, probe),
            passages(held),
            held.size(),
            passages(shown),
            shown.size()));
  }

  private static List<Passage> evidence(History history, Probe probe) {
    Set<String> wanted =
        probe.evidence().stream().map(Evidence::event).collect(Collectors.toUnmodifiableSet());
    return history.events().stream()
        .filter(event -> wanted.contains(event.id()))
        .limit(Words.MOST)
        .map((Event event) -> new Passage(event.id(), Words.cut(event.asDatedLine())))
        .toList();
  }

  private static List<Passage> passages(List<StoredItem> items) {
    return items.stream()
        .limit(Words.MOST)
        .map(item -> new Passage(item.id(), Words.cut(item.text())))
        .toList();
  }

  /** What an open memory holds, and what it brought back. */
  private record Shelf(
      Function<Probe, List<StoredItem>> holders, Function<Probe, List<StoredItem>> back) {
    static final Shelf NOTHING = new Shelf(probe -> List.of(), probe -> List.of());

    /** A read that is not ranked left no ids behind: it is made again, which asks nobody. */
    static Shelf of(
        Memory memory, Cell cell, History history, Map<String, Observation> observations) {
      List<StoredItem> items = memory.items();
      EvidenceTracer tracer = new EvidenceTracer(cell, history, items);
      Map<String, StoredItem> byId = new LinkedHashMap<>();
      items.forEach(item -> byId.put(item.id(), item));
      return new Shelf(
          probe -> {
            Set<String> ids = tracer.holders(probe);
            return items.stream().filter(item -> ids.contains(item.id())).toList();
          },
          probe -> {
            Observation made = observations.get(probe.id());
            if (made == null || !made.retrieved().isEmpty()) {
              return made == null ? List.of() : listed(made.retrieved(), byId);
            }
            return cell.queryEmbedder().equals(Cell.NOBODY) ? read(memory, probe) : List.of();
          });
    }

    private static List<StoredItem> listed(List<String> ids, Map<String, StoredItem> byId) {
      return ids.stream().map(byId::get).filter(Objects::nonNull).toList();
    }

    private static List<StoredItem> read(Memory memory, Probe probe) {
      return memory
          .read(List.of(probe.question()))
          .get(0)
          .fold(
              passages -> passages.items(),
              state -> List.<StoredItem>of(),
              answered -> answered.items().orElse(List.of()));
    }

    List<StoredItem> held(Probe probe) {
      return holders.apply(probe);
    }

    List<StoredItem> shown(Probe probe) {
      return back.apply(probe);
    }
  }
}
