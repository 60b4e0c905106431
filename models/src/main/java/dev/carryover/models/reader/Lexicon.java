package dev.carryover.models.reader;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The word lists, read once from the resources beside this class. */
final class Lexicon {
  private static final Map<String, Set<String>> WORDS = sections("words.txt");
  private static final Map<String, Integer> MONTHS = months();
  private static final Set<String> FUNCTION = new HashSet<>(of("function"));
  private static final Set<String> IDENTIFIERS = identifiers();
  private static final Set<String> VERB_STEMS = stems("verb");
  private static final Set<String> GENERIC_STEMS = stems("generic");

  private static final Set<String> NAMING_STEMS = stems("naming");
  private static final Set<String> LIGHT_STEMS = stems("light");

  private Lexicon() {}

  /** Whether a lower-case word only holds a sentence together. */
  static boolean function(String word) {
    return FUNCTION.contains(word);
  }

  /** Whether a stem is of a content word that tells next to nothing. */
  static boolean light(String stem) {
    return LIGHT_STEMS.contains(stem);
  }

  /** Whether a stem is of a head noun that says only that something is an identifier. */
  static boolean generic(String stem) {
    return GENERIC_STEMS.contains(stem);
  }

  /** Whether a lower-case word, or what it is the plural of, may name an identifier. */
  static boolean identifier(String word) {
    return IDENTIFIERS.contains(word);
  }

  /** Whether a stem is of a common verb. */
  static boolean verb(String stem) {
    return VERB_STEMS.contains(stem);
  }

  /** Whether a stem is of a noun for a name. */
  static boolean naming(String stem) {
    return NAMING_STEMS.contains(stem);
  }

  static boolean weekday(String word) {
    return of("weekday").contains(word);
  }

  static boolean unit(String word) {
    return of("unit").contains(word);
  }

  static boolean abbreviation(String word) {
    return of("abbreviation").contains(word);
  }

  /** The number of a month by its name or abbreviation, or 0. */
  static int month(String word) {
    return MONTHS.getOrDefault(word, 0);
  }

  private static Set<String> of(String section) {
    return WORDS.getOrDefault(section, Set.of());
  }

  private static Map<String, Set<String>> sections(String resource) {
    Map<String, Set<String>> sections = new HashMap<>();
    Set<String> current = new HashSet<>();
    for (String line : WordFile.lines(resource)) {
      if (line.startsWith("[")) {
        current = new HashSet<>();
        sections.put(line.substring(1, line.length() - 1), current);
      } else {
        current.addAll(List.of(line.toLowerCase(Locale.ROOT).split("\\s+")));
      }
    }
    return Map.copyOf(sections);
  }

  private static Set<String> stems(String section) {
    Set<String> stems = new HashSet<>();
    of(section).forEach(word -> stems.add(Stems.stem(word)));
    return stems;
  }

  private static Set<String> identifiers() {
    Set<String> words = new HashSet<>();
    for (String section : List.of("generic", "head")) {
      for (String word : of(section)) {
        words.add(word);
        words.add(word + "s");
      }
    }
    return words;
  }

  private static Map<String, Integer> months() {
    List<String> order =
        List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    Map<String, Integer> months = new HashMap<>();
    for (String word : of("month")) {
      months.put(word, order.indexOf(word.substring(0, 3)) + 1);
    }
    return Map.copyOf(months);
  }
}
