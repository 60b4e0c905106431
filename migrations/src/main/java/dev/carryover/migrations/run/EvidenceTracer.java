package dev.carryover.migrations.run;

import dev.carryover.core.Evidence;
import dev.carryover.core.Probe;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.RetrievalTrace.EvidenceFate;
import dev.carryover.core.StoredItem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Finds out, after the fact, what became of a probe's evidence in one store. An event is held whole
 * by any item that says so; where none does, by all its parts together.
 */
final class EvidenceTracer {
  private final int items;
  private final Map<String, Set<String>> whole = new HashMap<>();
  private final Map<String, Set<String>> parts = new HashMap<>();

  /**
   * @param items everything that the store holds
   */
  EvidenceTracer(List<StoredItem> items) {
    this.items = items.size();
    for (StoredItem item : items) {
      for (StoredItem.Source source : item.sources()) {
        (source.whole() ? whole : parts)
            .computeIfAbsent(source.event(), event -> new HashSet<>())
            .add(item.id());
      }
    }
  }

  /** Whether any item says which events it stems from; if none does, nothing can be traced. */
  boolean canTrace() {
    return items == 0 || !whole.isEmpty() || !parts.isEmpty();
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
      Set<String> complete = whole.getOrDefault(event, Set.of());
      Set<String> partial = parts.getOrDefault(event, Set.of());
      int rank = complete.isEmpty() ? lastRank(partial, retrieved) : firstRank(complete, retrieved);
      first = Math.min(first, firstRank(complete, retrieved));
      first = Math.min(first, firstRank(partial, retrieved));
      fates.add(new EvidenceFate(event, !complete.isEmpty() || !partial.isEmpty(), optional(rank)));
    }
    return new RetrievalTrace(fates, ranked, optional(first), items);
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
