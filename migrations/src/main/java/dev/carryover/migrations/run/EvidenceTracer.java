package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.Evidence;
import dev.carryover.core.History;
import dev.carryover.core.Probe;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.RetrievalTrace.EvidenceFate;
import dev.carryover.core.StoredItem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Finds out, after the fact, what became of a probe's evidence in one store. An event is held whole
 * by any item that says so; where none does, by all its parts together, of which there are two at
 * least. Where a model wrote the store in words of its own, and no item names any event, the texts
 * tell ({@link EvidenceInText}).
 */
final class EvidenceTracer {
  private final int items;
  private final Map<String, Set<String>> whole = new HashMap<>();
  private final Map<String, Set<String>> parts = new HashMap<>();
  private final boolean allNamed;
  private final Optional<EvidenceInText> texts;

  /**
   * @param cell whose store it is
   * @param history what the store was written from
   * @param items everything that the store holds
   */
  EvidenceTracer(Cell cell, History history, List<StoredItem> items) {
    this.items = items.size();
    this.allNamed = items.stream().noneMatch(item -> item.sources().isEmpty());
    boolean noneNamed = items.stream().allMatch(item -> item.sources().isEmpty());
    boolean inOwnWords = !cell.writer().equals(Cell.NOBODY) && noneNamed && !allNamed;
    this.texts = inOwnWords ? Optional.of(new EvidenceInText(history, items)) : Optional.empty();
    for (StoredItem item : items) {
      for (StoredItem.Source source : item.sources()) {
        (source.whole() ? whole : parts)
            .computeIfAbsent(source.event(), event -> new HashSet<>())
            .add(item.id());
      }
    }
  }

  /**
   * Whether the store can tell what became of a probe's evidence. An event that no item names may
   * still be in an item that names none, unless its code can tell.
   */
  boolean canTrace(Probe probe) {
    return allNamed
        || probe.evidence().stream()
            .allMatch(
                evidence ->
                    whole.containsKey(evidence.event())
                        || parts.containsKey(evidence.event())
                        || inTexts(evidence).isPresent());
  }

  private Optional<Set<String>> inTexts(Evidence evidence) {
    return texts.flatMap(found -> found.holders(evidence));
  }

  /**
   * What became of the evidence when these items came back.
   *
   * @param probe with at least one evidence event
   * @param retrieved ids, best first
   */
  RetrievalTrace trace(Probe probe, List<String> retrieved, boolean ranked) {
    List<EvidenceFate> fates = new ArrayList<>();
    int first = Integer.MAX_VALUE;
    for (Evidence evidence : probe.evidence()) {
      String event = evidence.event();
      Set<String> complete = inTexts(evidence).orElseGet(() -> whole.getOrDefault(event, Set.of()));
      Set<String> partial = parts.getOrDefault(event, Set.of());
      boolean inParts = complete.isEmpty() && partial.size() > 1; // one part alone is a fragment
      int rank = inParts ? lastRank(partial, retrieved) : firstRank(complete, retrieved);
      first = Math.min(first, firstRank(complete, retrieved));
      first = Math.min(first, firstRank(partial, retrieved));
      fates.add(new EvidenceFate(event, !complete.isEmpty() || inParts, optional(rank)));
    }
    return new RetrievalTrace(fates, ranked, optional(first), items);
  }

  /** The ids of all items that hold a probe's evidence or a part of it; may be empty. */
  Set<String> holders(Probe probe) {
    Set<String> holders = new HashSet<>();
    for (Evidence evidence : probe.evidence()) {
      String event = evidence.event();
      Set<String> complete = inTexts(evidence).orElseGet(() -> whole.getOrDefault(event, Set.of()));
      holders.addAll(complete.isEmpty() ? parts.getOrDefault(event, Set.of()) : complete);
    }
    return holders;
  }

  private static int firstRank(Set<String> wanted, List<String> retrieved) {
    for (int i = 0; i < retrieved.size(); i++) {
      if (wanted.contains(retrieved.get(i))) {
        return i + 1;
      }
    }
    return Integer.MAX_VALUE;
  }

  /** The rank at which the last of the wanted items came, if there are any and all did. */
  private static int lastRank(Set<String> wanted, List<String> retrieved) {
    Set<String> missing = new HashSet<>(wanted);
    for (int i = 0; i < retrieved.size(); i++) {
      if (missing.remove(retrieved.get(i)) && missing.isEmpty()) {
        return i + 1;
      }
    }
    return Integer.MAX_VALUE;
  }

  private static OptionalInt optional(int rank) {
    return rank == Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of(rank);
  }
}
