package dev.carryover.formats.external;

import dev.carryover.core.spi.SettingException;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a command line into words without a shell: blanks part words; between single quotes
 * everything stands for itself; between double quotes a backslash makes a quote or a backslash
 * stand for itself, elsewhere any character. Nothing is expanded.
 */
final class CommandLine {
  private final String text;
  private final String key;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean begun;
  private int next;

  private CommandLine(String text, String key) {
    this.text = text;
    this.key = key;
  }

  /**
   * The words, at least one.
   *
   * @param key the setting, for messages
   * @throws SettingException if there is no word, or a quote is left open
   */
  static List<String> split(String text, String key) {
    CommandLine line = new CommandLine(text, key);
    while (line.next < text.length()) {
      line.step(text.charAt(line.next++));
    }
    line.endWord();
    if (line.words.isEmpty() || line.words.get(0).isEmpty()) {
      throw new SettingException(
          key, "'%s' is '%s'".formatted(key, text), "give a program and its arguments");
    }
    return List.copyOf(line.words);
  }

  private void step(char c) {
    if (Character.isWhitespace(c)) {
      endWord();
      return;
    }
    begun = true;
    if (c == '\'' || c == '"') {
      quoted(c);
    } else if (c == '\\') {
      word.append(following());
    } else {
      word.append(c);
    }
  }

  private void quoted(char quote) {
    for (char c = following(); c != quote; c = following()) {
      if (c == '\\' && quote == '"' && next < text.length() && isEscapable(text.charAt(next))) {
        c = following();
      }
      word.append(c);
    }
  }

  private static boolean isEscapable(char c) {
    return c == '"' || c == '\\';
  }

  private char following() {
    if (next == text.length()) {
      throw new SettingException(
          key,
          "'%s' is '%s', which ends within a quote or after a backslash".formatted(key, text),
          "close the quote; write \\\\ for a backslash outside quotes");
    }
    return text.charAt(next++);
  }

  private void endWord() {
    if (begun) {
      words.add(word.toString());
      word.setLength(0);
      begun = false;
    }
  }
}
