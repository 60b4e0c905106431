package dev.carryover.reports.svg;

import java.util.ArrayList;
import java.util.List;

/**
 * Values along a line of a drawing.
 *
 * @param least the value at {@code from}
 * @param greatest the value at {@code to}
 */
record Scale(double least, double greatest, double from, double to, double step) {
  private static final List<Double> STEPS = List.of(.01, .02, .05, .1, .2, .5, 1.0, 2.0, 5.0);
  private static final int MOST_STEPS = 7;

  /** All rates, so that two plots can be laid side by side. */
  static Scale ofRates(double from, double to) {
    return new Scale(0, 1, from, to, .2);
  }

  /** Round ends that hold every value. */
  static Scale holding(double least, double greatest, double from, double to) {
    double step =
        STEPS.stream()
            .filter(size -> (greatest - least) / size <= MOST_STEPS)
            .findFirst()
            .orElse(Math.max(10, greatest - least));
    return new Scale(
        Math.floor(least / step) * step, Math.ceil(greatest / step) * step, from, to, step);
  }

  /** Where a value lies, at the nearer end where it lies outside. */
  double at(double value) {
    double inside = Math.max(least, Math.min(greatest, value));
    return from + (inside - least) / (greatest - least) * (to - from);
  }

  /** The round values from end to end. */
  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    long first = Math.round(least / step);
    long last = Math.round(greatest / step);
    for (long tick = first; tick <= last; tick++) {
      ticks.add(tick * step);
    }
    return ticks;
  }
}
