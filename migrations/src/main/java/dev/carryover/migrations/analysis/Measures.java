package dev.carryover.migrations.analysis;

import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.metrics.Metric;
import java.util.Optional;

/** Finds the metric that a plan names. */
final class Measures {
  private Measures() {}

  /** The metric that decides for a format. */
  static Optional<Metric> deciding(PlannedFormat format) {
    return format
        .measure()
        .flatMap(
            name ->
                Figures.metrics(format).stream()
                    .filter(metric -> metric.name().equals(name))
                    .findFirst());
  }
}
