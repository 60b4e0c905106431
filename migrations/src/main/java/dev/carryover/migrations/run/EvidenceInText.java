package dev.carryover.migrations.run;

import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.History;
import dev.carryover.core.StoredItem;
import dev.carryover.core.scoring.ExactCodeScoring;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds evidence by its words in a store whose items do not say which events they stem from, such
 * as notes. An item holds an evidence event if it has, verbatim, every code of the event's span,
 * and every name in it, in any case; without a span, every code of the whole event. A name is a
 * capitalised word that the history nowhere writes in lower case. What has no code cannot be found
 * this way, nor can what is told in two items.
 *
 * <p>The rule is ours: the paper counts the evidence spans that a store retains, and does not say
 * how (spec 1.5). A code that stands beside another's name passes where the span has no name in it.
 */
final class EvidenceInText {
  private static final Pattern CAPITALISED = Pattern.compile("(?<!\\p{L})\\p{Lu}\\p{L}+");
  private static final Pattern LETTERS = Pattern.compile("\\p{L}+");

  private final Map<String, String> events;
  private final Set<String> lowerCase;
  private final Map<String, List<StoredItem>> byCode = new HashMap<>();

  EvidenceInText(History history, List<StoredItem> items) {
    events = history.events().stream().collect(Collectors.toMap(Event::id, Event::text));
    lowerCase =
        history.events().stream()
            .flatMap(event -> LETTERS.matcher(event.text()).results())
            .map(MatchResult::group)
            .filter(word -> word.equals(lower(word)))
            .collect(Collectors.toSet());
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
    Set<String> names = evidence.span().map(span -> names(span, codes)).orElse(Set.of());
    Set<StoredItem> holders = new HashSet<>(byCode.getOrDefault(codes.get(0), List.of()));
    codes.forEach(code -> holders.retainAll(byCode.getOrDefault(code, List.of())));
    return Optional.of(
        holders.stream()
            .filter(item -> words(item.text()).containsAll(names))
            .map(StoredItem::id)
            .collect(Collectors.toSet()));
  }

  private Set<String> names(String span, List<String> codes) {
    String bare = span;
    for (String code : codes) {
      bare = bare.replace(code, " ");
    }
    return CAPITALISED
        .matcher(bare)
        .results()
        .map(result -> lower(result.group()))
        .filter(word -> !lowerCase.contains(word))
        .collect(Collectors.toSet());
  }

  private static Set<String> words(String text) {
    return LETTERS
        .matcher(text)
        .results()
        .map(result -> lower(result.group()))
        .collect(Collectors.toSet());
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
