package dev.carryover.core.stats;

import java.util.Objects;

/** Refusals of arguments, each naming the value and the cause. */
final class Checks {
  private Checks() {}

  static double finite(String what, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(what + " is " + value + ": it must be a finite number");
    }
    return value;
  }

  static double[] finite(String what, double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException(
            what + "[" + i + "] is " + values[i] + ": leave out what is not measured");
      }
    }
    return values;
  }

  static double positive(String what, double value) {
    if (!(finite(what, value) > 0)) {
      throw new IllegalArgumentException(what + " is " + value + ": it must be above 0");
    }
    return value;
  }

  /** Refuses what does not lie strictly between 0 and 1. */
  static double openProbability(String what, double value) {
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException(
          what + " is " + value + ": it must lie between 0 and 1, both excluded");
    }
    return value;
  }

  static int atLeast(String what, int least, int value) {
    if (value < least) {
      throw new IllegalArgumentException(what + " is " + value + ": it must be at least " + least);
    }
    return value;
  }

  static String named(String what, String name) {
    Objects.requireNonNull(name, what);
    if (name.isBlank()) {
      throw new IllegalArgumentException(what + " is blank: it must have a name");
    }
    return name;
  }
}
