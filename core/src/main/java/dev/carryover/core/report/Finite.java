package dev.carryover.core.report;

import java.util.Collections;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** Refuses figures that are no numbers: what is undefined is left out, never NaN. */
final class Finite {
  private Finite() {}

  static void require(String what, double figure) {
    if (!Double.isFinite(figure)) {
      throw new IllegalArgumentException(
          what + " is " + figure + "; an undefined figure is left out");
    }
  }

  static void require(String what, OptionalDouble figure) {
    figure.ifPresent(value -> require(what, value));
  }

  /** The same figures, which can no longer change. */
  static SortedMap<String, Double> copyOf(SortedMap<String, Double> figures) {
    figures.forEach(Finite::require);
    return Collections.unmodifiableSortedMap(new TreeMap<>(figures));
  }
}
