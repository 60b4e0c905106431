package dev.carryover.reports;

import dev.carryover.reports.figures.SafeText;
import java.util.regex.Pattern;

/** Text of strangers as plain words in GitHub's Markdown: no markup, no mention, no link. */
final class MarkdownText {
  private static final Pattern MARKUP = Pattern.compile("([\\\\`*_\\[\\]|~#])");
  private static final Pattern LINE_START = Pattern.compile("^([-+=]|\\d+(?=[.)]))");
  private static final Pattern CALL = Pattern.compile("(?<![A-Za-z0-9])@(?=[A-Za-z0-9])");

  /** Invisible, and enough to keep a name from being called and an address from being linked. */
  private static final String WORD_JOINER = "\u2060";

  private MarkdownText() {}

  /** The text on one line, so that it prints as it is. */
  static String escape(String text) {
    String line = SafeText.forLine(text).strip();
    line = MARKUP.matcher(line).replaceAll("\\\\$1");
    line = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    line = CALL.matcher(line).replaceAll("@" + WORD_JOINER);
    line = line.replace("://", ":" + WORD_JOINER + "//");
    return escapeStart(line);
  }

  private static String escapeStart(String line) {
    var start = LINE_START.matcher(line);
    if (!start.find() || isFigure(line)) {
      return line;
    }
    String sign = start.group();
    return Character.isDigit(sign.charAt(0))
        ? sign + "\\" + line.substring(sign.length())
        : "\\" + line;
  }

  private static boolean isFigure(String line) {
    return line.matches("[-+]?[0-9][0-9,.]*( to [-+]?[0-9.]+)?|-");
  }
}
