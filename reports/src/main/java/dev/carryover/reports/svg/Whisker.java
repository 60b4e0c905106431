package dev.carryover.reports.svg;

/** An interval: a line with an end stop at either end. */
final class Whisker {
  private static final double STOP = 4;

  private Whisker() {}

  static void across(Svg svg, double low, double high, double y) {
    svg.line("whisker", low, y, high, y);
    svg.line("whisker", low, y - STOP, low, y + STOP);
    svg.line("whisker", high, y - STOP, high, y + STOP);
  }

  static void upright(Svg svg, double x, double low, double high) {
    svg.line("whisker", x, low, x, high);
    svg.line("whisker", x - STOP, low, x + STOP, low);
    svg.line("whisker", x - STOP, high, x + STOP, high);
  }
}
