package dev.carryover.reports.figures;

/** Text of strangers without the characters that a file or a terminal may not hold. */
public final class SafeText {
  private static final int REPLACEMENT = 0xfffd;

  private SafeText() {}

  /**
   * The text with every character that XML 1.0 may not hold, and every control character but line
   * ends and tabs, replaced by U+FFFD.
   */
  public static String forXml(String text) {
    return text.codePoints()
        .map(point -> isXml(point) ? point : REPLACEMENT)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /**
   * The text as one line that reads from left to right: as for XML, and line ends, tabs, and
   * characters that turn the direction of writing replaced too.
   */
  public static String forLine(String text) {
    return text.codePoints()
        .map(point -> isXml(point) && !turnsDirection(point) ? point : REPLACEMENT)
        .map(point -> Character.isWhitespace(point) || Character.isSpaceChar(point) ? ' ' : point)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isXml(int point) {
    return point == '\t'
        || point == '\n'
        || point == '\r'
        || (point >= 0x20 && point < 0x7f)
        || (point > 0x9f && point < 0xd800)
        || (point > 0xdfff && point < 0xfffe)
        || point >= 0x10000;
  }

  private static boolean turnsDirection(int point) {
    return point == 0x200e
        || point == 0x200f
        || point == 0x061c
        || (point >= 0x202a && point <= 0x202e)
        || (point >= 0x2066 && point <= 0x2069)
        || point == 0x2028
        || point == 0x2029;
  }
}
