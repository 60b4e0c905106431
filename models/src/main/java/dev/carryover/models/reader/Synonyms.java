package dev.carryover.models.reader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Groups of words and phrases that may stand for one another, and pairs that are each other's
 * converse.
 */
final class Synonyms {
  private static final Map<String, List<String>> GROUPS = new HashMap<>();
  private static final Map<String, List<Phrase>> PHRASES = new HashMap<>();
  private static final Map<String, List<String>> CONVERSES = new HashMap<>();

  static {
    int number = 0;
    for (String line : WordFile.lines("synonyms.txt")) {
      number++;
      for (String entry : line.split(",")) {
        add(entry.strip(), "#" + number);
      }
    }
    for (String line : WordFile.lines("converses.txt")) {
      String[] pair = line.split(",");
      converse(pair[0], pair[1]);
      converse(pair[1], pair[0]);
    }
  }

  private static final int MOST_KEPT = 50_000;
  private static final Map<String, List<String>> WIDER = new ConcurrentHashMap<>();
  private static final Map<String, List<String>> OF_STEM = new ConcurrentHashMap<>();

  private record Phrase(List<String> stems, String group) {}

  /**
   * A phrase that was found.
   *
   * @param group its group
   * @param from index of its first token
   * @param to index after its last token
   */
  record Found(String group, int from, int to) {}

  private Synonyms() {}

  /** The groups of a stem, and its root with a tilde. */
  static List<String> wider(String stem) {
    List<String> known = WIDER.get(stem);
    if (known != null) {
      return known;
    }
    List<String> wider = new ArrayList<>(groups(stem));
    wider.add("~" + Stems.root(stem));
    if (WIDER.size() < MOST_KEPT) {
      WIDER.put(stem, List.copyOf(wider));
    }
    return wider;
  }

  private static List<String> gathered(String stem) {
    Set<String> all = new TreeSet<>(GROUPS.getOrDefault(stem, List.of()));
    all.addAll(GROUPS.getOrDefault("~" + Stems.root(stem), List.of()));
    return List.copyOf(all);
  }

  /** The groups of a stem, each a name that no stem can have; may be empty. */
  static List<String> groups(String stem) {
    List<String> known = OF_STEM.get(stem);
    if (known != null) {
      return known;
    }
    List<String> groups = gathered(stem);
    if (OF_STEM.size() < MOST_KEPT) {
      OF_STEM.put(stem, groups);
    }
    return groups;
  }

  /** The roots that tell of the same relation from its other side; may be empty. */
  static List<String> converses(String stem) {
    return CONVERSES.getOrDefault(Stems.root(stem), List.of());
  }

  /** The phrases of two and more words among tokens. */
  static List<Found> phrases(List<Token> tokens) {
    List<Found> found = new ArrayList<>();
    for (int i = 0; i + 1 < tokens.size(); i++) {
      for (Phrase phrase : PHRASES.getOrDefault(tokens.get(i).stem(), List.of())) {
        int to = i + phrase.stems().size();
        if (to <= tokens.size() && matches(tokens, i, phrase.stems())) {
          found.add(new Found(phrase.group(), i, to));
        }
      }
    }
    return found;
  }

  private static boolean matches(List<Token> tokens, int from, List<String> stems) {
    for (int i = 1; i < stems.size(); i++) {
      if (!tokens.get(from + i).stem().equals(stems.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static void add(String entry, String group) {
    List<String> stems = new ArrayList<>();
    for (String word : entry.split("\\s+")) {
      stems.add(Stems.stem(word));
    }
    if (stems.size() == 1) {
      for (String key : Set.of(stems.get(0), "~" + Stems.root(stems.get(0)))) {
        Set<String> all = new TreeSet<>(GROUPS.getOrDefault(key, List.of()));
        all.add(group);
        GROUPS.put(key, List.copyOf(all));
      }
    } else {
      PHRASES
          .computeIfAbsent(stems.get(0), first -> new ArrayList<>())
          .add(new Phrase(List.copyOf(stems), group));
    }
  }

  private static void converse(String word, String other) {
    String last = other.strip().split("\\s+")[0];
    CONVERSES
        .computeIfAbsent(Stems.root(Stems.stem(word.strip())), first -> new ArrayList<>())
        .add(Stems.root(Stems.stem(last)));
  }
}
