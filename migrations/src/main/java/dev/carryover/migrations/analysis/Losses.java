package dev.carryover.migrations.analysis;

import dev.carryover.core.metrics.Metric;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.migrations.analysis.Outcomes.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The loss of each history between two treatments, on the probes that both scored. */
final class Losses {
  private Losses() {}

  /**
   * Reference minus other, probe by probe: positive where the other is worse.
   *
   * @param failuresAgainst whether a probe that failed counts as if the reference had it right and
   *     the other wrong; else it is left out
   * @return one entry for each history with a probe that counts, in the plan's order
   */
  static List<HistoryDifference> between(
      Outcomes reference, Outcomes other, Metric metric, boolean failuresAgainst) {
    List<HistoryDifference> losses = new ArrayList<>();
    for (String history : reference.histories().keySet()) {
      double[] differences =
          reference.pairedWith(other, history).stream()
              .map(pair -> difference(pair, metric, failuresAgainst))
              .filter(OptionalDouble::isPresent)
              .mapToDouble(OptionalDouble::getAsDouble)
              .toArray();
      if (differences.length > 0) {
        losses.add(HistoryDifference.of(history, differences));
      }
    }
    return losses;
  }

  private static OptionalDouble difference(Pair pair, Metric metric, boolean failuresAgainst) {
    OptionalDouble reference = metric.of(pair.here());
    OptionalDouble other = metric.of(pair.there());
    if (failuresAgainst && pair.here().isFailed()) {
      return pair.there().isFailed() || other.isPresent()
          ? OptionalDouble.of(1)
          : OptionalDouble.empty();
    }
    if (failuresAgainst && pair.there().isFailed()) {
      return reference;
    }
    return reference.isPresent() && other.isPresent()
        ? OptionalDouble.of(reference.getAsDouble() - other.getAsDouble())
        : OptionalDouble.empty();
  }
}
