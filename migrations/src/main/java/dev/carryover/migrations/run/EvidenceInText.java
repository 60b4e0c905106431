package dev.carryover.migrations.run;

import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.History;
import dev.carryover.core.StoredItem;
import dev.carryover.core.scoring.ExactCodeScoring;
import dev.carryover.core.scoring.Identifiers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds evidence by its words in a store whose items do not say which events they stem from, such
 * as notes. An item holds an evidence event if it has, verbatim, every code of the event's span,
 * and every name in it ({@link Identifiers}), in any case; without a span, every code of the whole
 * event. What has no code cannot be found this way, nor can what is told in two items.
 *
 * <p>The rule is ours: the paper counts the evidence spans that a store retains, and does not say
 * how (spec 1.5). A code that stands beside another's name passes where the span has no name in it.
 */
final class EvidenceInText {
  private final Map<String, String> events;
  private final Identifiers identifiers;
  private final Map<String, List<StoredItem>> byCode = new HashMap<>();

  EvidenceInText(History history, List<StoredItem> items) {
    events = history.events().stream().collect(Collectors.toMap(Event::id, Event::text));
    identifiers = Identifiers.among(history.events().stream().map(Event::text));
    for (StoredItem item : items) {
      for (String code : new HashSet<>(ExactCodeScoring.codesIn(item.text()))) {
        byCode.computeIfAbsent(code, key -> new ArrayList<>()).add(item);
      }
    }
  }

  /**
   * Ids of the items that hold the evidence.
   *
   * @return absent where the evidence has no code, so that it cannot be told
   */
  Optional<Set<String>> holders(Evidence evidence) {
    String text = evidence.span().orElseGet(() -> events.getOrDefault(evidence.event(), ""));
    List<String> codes = ExactCodeScoring.codesIn(text);
    if (codes.isEmpty()) {
      return Optional.empty();
    }
    Set<String> names = evidence.span().map(identifiers::names).orElse(Set.of());
    Set<StoredItem> holders = new HashSet<>(byCode.getOrDefault(codes.get(0), List.of()));
    codes.forEach(code -> holders.retainAll(byCode.getOrDefault(code, List.of())));
    return Optional.of(
        holders.stream()
            .filter(item -> Identifiers.words(item.text()).containsAll(names))
            .map(StoredItem::id)
            .collect(Collectors.toSet()));
  }
}
