package dev.carryover.migrations.analysis;

import dev.carryover.core.metrics.Metric;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.migrations.analysis.Outcomes.Pair;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How much a format's figures differ when everything is written and read again with nothing
 * changed: what services do of themselves.
 *
 * @param format its name
 * @param compared probes that the deciding measure scored both times
 * @param changed of them, those that it scored differently
 * @param differences mean of first minus second in the deciding measure, by history, at least two
 */
record Noise(String format, int compared, int changed, List<Double> differences) {
  Noise {
    differences = List.copyOf(differences);
  }

  /** The noise; absent with fewer than two histories, which show no spread. */
  static Optional<Noise> between(String format, Outcomes first, Outcomes second, Metric measure) {
    List<Double> differences =
        Losses.between(first, second, measure, false).stream()
            .map(HistoryDifference::mean)
            .toList();
    if (differences.size() < 2) {
      return Optional.empty();
    }
    List<Pair> pairs =
        first.histories().keySet().stream()
            .flatMap(history -> first.pairedWith(second, history).stream())
            .filter(
                pair -> measure.of(pair.here()).isPresent() && measure.of(pair.there()).isPresent())
            .toList();
    long changed =
        pairs.stream()
            .filter(pair -> !measure.of(pair.here()).equals(measure.of(pair.there())))
            .count();
    return Optional.of(new Noise(format, pairs.size(), (int) changed, differences));
  }

  /** Mean over histories. */
  double mean() {
    return Spread.mean(values()).orElseThrow();
  }

  /** The control: the 95 % t interval of the mean must lie within the margin, on both sides. */
  Gate gate(double margin) {
    Interval interval =
        TEstimate.of(values()).map(TEstimate::interval).orElse(new Interval(mean(), mean()));
    TreeMap<String, Double> figures = new TreeMap<>();
    figures.put("compared", (double) compared);
    figures.put("changed", (double) changed);
    figures.put("changed_share", changed / (double) compared);
    figures.put("difference", mean());
    figures.put("low", interval.low());
    figures.put("high", interval.high());
    figures.put("margin", margin);
    return new Gate(
        format + ": no-op stays within the margin",
        interval.low() >= -margin && interval.high() <= margin,
        figures);
  }

  private double[] values() {
    return differences.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
