package dev.carryover.studies.items;

import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.Wilson;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one kind of memory answered.
 *
 * @param name of the arm
 * @param items asked, at least one
 * @param right answered rightly
 * @param interval Wilson's 95 % interval of the accuracy
 * @param figures about the memory, such as its positions; may be empty
 */
public record Arm(
    String name, int items, int right, Interval interval, SortedMap<String, Double> figures) {
  public Arm {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(interval, "interval");
    figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
  }

  static Arm of(String name, int items, int right) {
    Interval interval =
        Wilson.interval(right, items)
            .orElseThrow(() -> new IllegalArgumentException("arm '" + name + "' holds no item"));
    return new Arm(name, items, right, interval, Collections.emptySortedMap());
  }

  /** Share of the items. */
  public double accuracy() {
    return (double) right / items;
  }

  /** This arm with a figure about its memory. */
  public Arm with(String figure, double value) {
    SortedMap<String, Double> more = new TreeMap<>(figures);
    more.put(figure, value);
    return new Arm(name, items, right, interval, more);
  }
}
