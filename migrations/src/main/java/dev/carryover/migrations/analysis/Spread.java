package dev.carryover.migrations.analysis;

import dev.carryover.core.stats.Interval;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/** Means and interval ends that may be undefined. */
final class Spread {
  private Spread() {}

  static OptionalDouble mean(double[] values) {
    return Arrays.stream(values).average();
  }

  static OptionalDouble low(Optional<Interval> interval) {
    return interval.map(i -> OptionalDouble.of(i.low())).orElse(OptionalDouble.empty());
  }

  static OptionalDouble high(Optional<Interval> interval) {
    return interval.map(i -> OptionalDouble.of(i.high())).orElse(OptionalDouble.empty());
  }
}
