package dev.carryover.formats.kgfixed;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Texts as words, the same for names and questions: runs of letters and digits in lower case; a
 * symbol that is no punctuation, such as an emoji, is a word of its own.
 */
final class Words {
  private static final Set<String> ARTICLES = Set.of("the", "a", "an");
  private static final int SHORTEST_PLURAL = 4;

  private Words() {}

  /** The words of a text, in order; empty where it holds only punctuation. */
  static List<String> of(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    text.codePoints()
        .forEach(
            point -> {
              if (isPartOfWord(point)) {
                word.appendCodePoint(point);
                return;
              }
              end(word, words);
              if (isSymbol(point)) {
                words.add(Character.toString(point));
              }
            });
    end(word, words);
    return words;
  }

  /**
   * What two ways of writing one name have in common: its words without a leading article. A name
   * of punctuation alone stands for itself.
   */
  static String key(String name) {
    List<String> words = of(name);
    if (words.isEmpty()) {
      return "\0" + name;
    }
    boolean article = words.size() > 1 && ARTICLES.contains(words.get(0));
    return String.join(" ", article ? words.subList(1, words.size()) : words);
  }

  /** A word without the s of a plural or of a verb's third person. */
  static String singular(String word) {
    return word.length() >= SHORTEST_PLURAL && word.endsWith("s")
        ? word.substring(0, word.length() - 1)
        : word;
  }

  private static void end(StringBuilder word, List<String> words) {
    if (word.length() > 0) {
      words.add(word.toString().toLowerCase(Locale.ROOT));
      word.setLength(0);
    }
  }

  private static boolean isPartOfWord(int point) {
    int type = Character.getType(point);
    return Character.isLetterOrDigit(point)
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK;
  }

  private static boolean isSymbol(int point) {
    return Character.getType(point) == Character.OTHER_SYMBOL;
  }
}
