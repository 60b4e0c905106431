package dev.carryover.reports;

import dev.carryover.reports.figures.SafeText;
import java.util.ArrayList;
import java.util.List;

/** Text as it stands in the columns of a terminal. */
final class TextLine {
  private static final String CUT = "...";

  private TextLine() {}

  /** The text on one line, without what a terminal would act on. */
  static String of(String text) {
    return SafeText.forLine(text);
  }

  /** How many columns the text takes: two for wide characters, none for those that combine. */
  static int width(String text) {
    return text.codePoints().map(TextLine::width).sum();
  }

  /** The text, cut to so many columns. */
  static String cut(String text, int columns) {
    if (width(text) <= columns) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    int left = columns - CUT.length();
    for (int point : text.codePoints().toArray()) {
      left -= width(point);
      if (left < 0) {
        break;
      }
      kept.appendCodePoint(point);
    }
    return kept + CUT.substring(0, Math.min(CUT.length(), columns));
  }

  /** The text in lines of at most so many columns, broken between words where there are any. */
  static List<String> wrap(String text, int columns) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : of(text).strip().split(" +")) {
      if (line.length() > 0 && width(line.toString()) + 1 + width(word) > columns) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(cut(word, columns));
    }
    lines.add(line.toString());
    return lines;
  }

  private static int width(int point) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    return isWide(point) ? 2 : 1;
  }

  private static boolean isWide(int point) {
    return (point >= 0x1100 && point <= 0x115f)
        || (point >= 0x2e80 && point <= 0xa4cf)
        || (point >= 0xac00 && point <= 0xd7a3)
        || (point >= 0xf900 && point <= 0xfaff)
        || (point >= 0xfe30 && point <= 0xfe6f)
        || (point >= 0xff00 && point <= 0xff60)
        || (point >= 0xffe0 && point <= 0xffe6)
        || (point >= 0x1f300 && point <= 0x1faff)
        || (point >= 0x20000 && point <= 0x3fffd);
  }
}
