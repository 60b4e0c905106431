package dev.carryover.core.stats;

import java.util.Objects;

/**
 * A figure that was published from the whole sample, and the way to compute it again.
 *
 * @param name as printed
 * @param estimate the published figure, unrounded
 * @param statistic computes it from histories
 */
public record Contrast(String name, double estimate, HistoryStatistic statistic) {
  public Contrast {
    Checks.named("contrast", name);
    Objects.requireNonNull(statistic, "statistic");
    Checks.finite("the estimate of " + name, estimate);
  }
}
