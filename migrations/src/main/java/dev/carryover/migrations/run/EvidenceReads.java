package dev.carryover.migrations.run;

import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.History;
import dev.carryover.core.Probe;
import dev.carryover.core.Recollection;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.StoredItem;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a reader is given in place of what a memory recalls, to tell at which stage something was
 * lost (spec 1.11). It is told from the probe's evidence, and so never stands for a memory.
 */
final class EvidenceReads {
  private EvidenceReads() {}

  /** Whether a probe names any evidence. */
  static boolean hasAny(Probe probe) {
    return !probe.evidence().isEmpty();
  }

  /** The original events that are a probe's evidence, whole, in the history's order. */
  static Recollection raw(History history, Probe probe) {
    Set<String> wanted =
        probe.evidence().stream().map(Evidence::event).collect(Collectors.toUnmodifiableSet());
    return new Passages(
        history.events().stream()
            .filter(event -> wanted.contains(event.id()))
            .map(EvidenceReads::item)
            .toList(),
        false);
  }

  private static StoredItem item(Event event) {
    return new StoredItem(
        event.id(), event.asDatedLine(), List.of(new StoredItem.Source(event.id(), true)));
  }

  /**
   * The stored items that hold a probe's evidence, in the store's order; none where it holds none.
   *
   * @param items all that the store holds
   * @param tracer of that store
   */
  static Recollection stored(List<StoredItem> items, EvidenceTracer tracer, Probe probe) {
    Set<String> holders = tracer.holders(probe);
    return new Passages(items.stream().filter(item -> holders.contains(item.id())).toList(), false);
  }
}
