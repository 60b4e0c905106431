package dev.carryover.formats.kgfixed;

import dev.carryover.core.ClaimSchema;
import dev.carryover.core.ClaimSchema.Relation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the relations of a schema in words: by name, or by the other words for it. */
final class RelationWords {
  private final Map<String, List<String>> byPhrase = new HashMap<>();
  private int longest;

  RelationWords(ClaimSchema schema) {
    for (Relation relation : schema.relations()) {
      add(relation.name(), relation.name());
      relation.words().forEach(words -> add(words, relation.name()));
    }
  }

  /** Names of the relations: at each word those of the longest phrase that begins there. */
  Set<String> in(List<String> words) {
    List<String> stems = words.stream().map(Words::singular).toList();
    Set<String> found = new HashSet<>();
    int at = 0;
    while (at < stems.size()) {
      int length = Math.min(longest, stems.size() - at);
      while (length > 0 && !byPhrase.containsKey(phrase(stems, at, length))) {
        length--;
      }
      if (length > 0) {
        found.addAll(byPhrase.getOrDefault(phrase(stems, at, length), List.of()));
      }
      at += Math.max(1, length);
    }
    return found;
  }

  /** The only relation that these words, all of them, name; empty for none or several. */
  Optional<String> only(String words) {
    List<String> named = byPhrase.getOrDefault(String.join(" ", stems(words)), List.of());
    return named.size() == 1 ? Optional.of(named.get(0)) : Optional.empty();
  }

  private void add(String words, String relation) {
    List<String> stems = stems(words);
    byPhrase.computeIfAbsent(String.join(" ", stems), phrase -> new ArrayList<>()).add(relation);
    longest = Math.max(longest, stems.size());
  }

  private static List<String> stems(String words) {
    return Words.of(words).stream().map(Words::singular).toList();
  }

  private static String phrase(List<String> stems, int at, int length) {
    return String.join(" ", stems.subList(at, at + length));
  }
}
