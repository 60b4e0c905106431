package dev.carryover.formats.notes;

import java.nio.charset.StandardCharsets;

/**
 * What is kept of the notes on a segment.
 *
 * @param text without white space at its ends, lines ended by line feeds; may be empty
 * @param cutBytes how many bytes of notes were left out, from the end
 */
record Fitted(String text, int cutBytes) {
  private static final char REPLACEMENT = '\ufffd';

  /**
   * Makes notes plain text, and cuts what is over the limit: at the last line end before it, or at
   * the last white space where that line end would give up more than half. A word, and so an
   * identifier, is kept whole or left out.
   *
   * @param limit in UTF-8 bytes
   * @param unfinished whether the writer was stopped before its end, so that its last word may be
   *     half of one
   */
  static Fitted of(String notes, int limit, boolean unfinished) {
    String plain = plain(notes).stripLeading();
    int end = fitting(plain, limit);
    String kept =
        end == plain.length() && !unfinished ? plain : plain.substring(0, lastBreak(plain, end));
    String text = kept.stripTrailing();
    return new Fitted(text, utf8Length(plain.stripTrailing()) - utf8Length(text));
  }

  /** Length of a text in UTF-8 bytes. */
  static int utf8Length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Line ends as line feeds; what no text file holds, such as NUL, as replacement characters. */
  static String plain(String notes) {
    StringBuilder plain = new StringBuilder(notes.length());
    notes
        .replace("\r\n", "\n")
        .replace('\r', '\n')
        .codePoints()
        .map(c -> isPlain(c) ? c : REPLACEMENT)
        .forEach(plain::appendCodePoint);
    return plain.toString();
  }

  private static boolean isPlain(int codePoint) {
    return codePoint == '\n'
        || codePoint == '\t'
        || !(Character.isISOControl(codePoint)
            || Character.getType(codePoint) == Character.SURROGATE);
  }

  /** How many characters, none of them halved, fit into this many bytes. */
  private static int fitting(String text, int limit) {
    long bytes = 0;
    int end = 0;
    while (end < text.length()) {
      int codePoint = text.codePointAt(end);
      bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
      if (bytes > limit) {
        return end;
      }
      end += Character.charCount(codePoint);
    }
    return end;
  }

  /** The place of the line end or white space, at or before the end, where to cut; 0 for none. */
  private static int lastBreak(String text, int end) {
    int line = text.lastIndexOf('\n', end);
    if (line >= end / 2) {
      return line;
    }
    int space = Math.min(end, text.length() - 1);
    while (space > 0 && !Character.isWhitespace(text.charAt(space))) {
      space--;
    }
    return Math.max(0, space);
  }
}
