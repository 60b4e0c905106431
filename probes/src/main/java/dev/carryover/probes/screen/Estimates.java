package dev.carryover.probes.screen;

import dev.carryover.core.report.ScreenReport.Estimate;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Makes the report's estimates. */
final class Estimates {
  private Estimates() {}

  /** The mean over histories, with its interval where two or more spread. */
  static Estimate of(List<HistoryDifference> histories) {
    return of(TEstimate.floored(histories), histories);
  }

  static Estimate of(Optional<TEstimate> spread, List<HistoryDifference> histories) {
    double[] means = histories.stream().mapToDouble(HistoryDifference::mean).toArray();
    return estimate(spread, means);
  }

  /** The same from the means alone, without a floor: all alike is no interval. */
  static Estimate ofMeans(double[] means) {
    return estimate(TEstimate.of(means), means);
  }

  /** One that was predicted from so many histories. */
  static Estimate predicted(TEstimate estimate, int histories) {
    Interval interval = estimate.interval();
    return new Estimate(
        estimate.mean(),
        OptionalDouble.of(interval.low()),
        OptionalDouble.of(interval.high()),
        histories);
  }

  private static Estimate estimate(Optional<TEstimate> spread, double[] means) {
    Optional<Interval> interval = spread.map(TEstimate::interval);
    double sum = 0;
    for (double mean : means) {
      sum += mean;
    }
    return new Estimate(
        means.length == 0 ? 0 : sum / means.length,
        interval.map(i -> OptionalDouble.of(i.low())).orElse(OptionalDouble.empty()),
        interval.map(i -> OptionalDouble.of(i.high())).orElse(OptionalDouble.empty()),
        means.length);
  }
}
