package dev.carryover.models.prompted;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Quotes texts from a history so that none can pass for the prompt around it. Each text is an item
 * of a list: its first line begins with a hyphen, its other lines with two spaces, so that no line
 * of it begins like a line of the prompt. In a conversation the list stands between two lines with
 * a mark that is taken from the list's own hash: a text cannot hold it.
 */
final class Quotation {
  /** Of a mark, in hexadecimal digits. */
  private static final int MARK_LENGTH = 12;

  private static final Pattern LINE_BREAK = Pattern.compile("\\R");

  private Quotation() {}

  /**
   * The texts, quoted.
   *
   * @param what they are, for the marks, such as {@code notes}
   */
  static String of(Style style, String what, List<String> texts) {
    String list = String.join("\n", texts.stream().map(text -> "- " + oneItem(text)).toList());
    if (style == Style.COMPLETION) {
      return list;
    }
    String mark = what + " " + Sha256.of(list).substring(0, MARK_LENGTH);
    return "<" + mark + ">\n" + list + (list.isEmpty() ? "" : "\n") + "</" + mark + ">";
  }

  /** A text on lines of which all but the first are indented. */
  static String oneItem(String text) {
    return LINE_BREAK.matcher(text.strip()).replaceAll("\n  ");
  }

  /** A text on one line. */
  static String oneLine(String text) {
    return LINE_BREAK.matcher(text.strip()).replaceAll(" ");
  }
}
