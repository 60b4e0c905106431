package dev.carryover.models.reader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The words and phrases that the rules look for, by section of {@code cues.txt}. */
final class Cues {
  private static final Map<String, List<String>> LINES = sections();

  private Cues() {}

  /** The words of a section. */
  static Set<String> words(String section) {
    Set<String> words = new HashSet<>();
    lines(section).forEach(line -> words.addAll(List.of(line.split("\\s+"))));
    return words;
  }

  /** The stems of the words of a section. */
  static Set<String> stems(String section) {
    Set<String> stems = new HashSet<>();
    words(section).forEach(word -> stems.add(Stems.stem(word)));
    return stems;
  }

  /** The phrases of a section, each as its words, the longest first. */
  static List<List<String>> phrases(String section) {
    List<List<String>> phrases = new ArrayList<>();
    lines(section).forEach(line -> phrases.add(List.of(line.split("\\s+"))));
    phrases.sort((one, two) -> two.size() - one.size());
    return List.copyOf(phrases);
  }

  private static List<String> lines(String section) {
    List<String> lines = LINES.get(section);
    if (lines == null) {
      throw new IllegalStateException("cues.txt has no section '" + section + "'");
    }
    return lines;
  }

  private static Map<String, List<String>> sections() {
    Map<String, List<String>> sections = new HashMap<>();
    List<String> current = new ArrayList<>();
    for (String line : WordFile.lines("cues.txt")) {
      if (line.startsWith("[") && line.endsWith("]")) {
        current = new ArrayList<>();
        sections.put(line.substring(1, line.length() - 1), current);
      } else {
        current.add(line);
      }
    }
    return Map.copyOf(sections);
  }
}
