package dev.carryover.models.prompted;

import java.nio.charset.StandardCharsets;

/** The beginning of a text that ends with a whole line. */
final class WholeLines {
  private WholeLines() {}

  /**
   * The whole lines among the first bytes of a text, or its whole words where it is all one line.
   *
   * @param maxBytes of UTF-8
   */
  static String within(String text, int maxBytes) {
    if (text.getBytes(StandardCharsets.UTF_8).length <= maxBytes) {
      return text;
    }
    int bytes = 0;
    int end = 0;
    while (end < text.length()) {
      int next = text.codePointAt(end);
      bytes += Character.toString(next).getBytes(StandardCharsets.UTF_8).length;
      if (bytes > maxBytes) {
        break;
      }
      end += Character.charCount(next);
    }
    // a line or a word that ends exactly at the limit is whole
    return withoutLast(text.substring(0, end) + (atEnd(text, end) ? text.charAt(end) : ""));
  }

  /** A text without its last line, or without its last word where it is all one line. */
  static String withoutLast(String text) {
    int line = text.lastIndexOf('\n');
    int word = text.lastIndexOf(' ');
    return text.substring(0, Math.max(0, line >= 0 ? line : word)).stripTrailing();
  }

  private static boolean atEnd(String text, int end) {
    return end < text.length() && Character.isWhitespace(text.charAt(end));
  }
}
