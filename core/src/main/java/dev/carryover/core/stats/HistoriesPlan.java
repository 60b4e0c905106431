package dev.carryover.core.stats;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;

/** How many histories would decide an inconclusive gate, as in {@code design/statistics.md}. */
final class HistoriesPlan {
  private static final double POWER = 0.80;

  /** The spread is planned with its upper limit at this level, as it is estimated itself. */
  private static final double SPREAD_LEVEL = 0.80;

  private HistoriesPlan() {}

  static HistoriesNeeded needed(Decision decision, List<HypothesisResult> results, double alpha) {
    return switch (decision) {
      case PRESERVED, REGRESSED -> HistoriesNeeded.absent("the histories at hand decide it");
      case NOT_MEASURABLE -> HistoriesNeeded.absent("one history shows no spread to plan with");
      case INCONCLUSIVE -> toDecide(results, alpha);
    };
  }

  private static HistoriesNeeded toDecide(List<HypothesisResult> results, double alpha) {
    List<HypothesisResult> over =
        results.stream().filter(result -> result.estimate() >= result.margin()).toList();
    OptionalInt count =
        over.isEmpty() ? toPreserve(results, alpha) : toRegress(over, alpha / results.size());
    return count.isPresent()
        ? HistoriesNeeded.of(Math.max(NonInferiorityGate.FEWEST_FOR_PRESERVED, count.getAsInt()))
        : HistoriesNeeded.absent("the estimate lies at the margin");
  }

  /** All must be shown, so each with a power that leaves 0.80 for all: the largest count. */
  private static OptionalInt toPreserve(List<HypothesisResult> results, double alpha) {
    double power = 1 - (1 - POWER) / results.size();
    List<OptionalInt> counts =
        results.stream()
            .filter(result -> result.decision() != Decision.PRESERVED)
            .map(result -> count(result, result.margin() - result.estimate(), alpha, power))
            .toList();
    return counts.stream().anyMatch(OptionalInt::isEmpty)
        ? OptionalInt.empty()
        : present(counts).max();
  }

  /** One that is shown is enough: the smallest count. */
  private static OptionalInt toRegress(List<HypothesisResult> over, double alpha) {
    return present(
            over.stream()
                .map(result -> count(result, result.estimate() - result.margin(), alpha, POWER))
                .toList())
        .min();
  }

  private static OptionalInt count(
      HypothesisResult result, double gap, double alpha, double power) {
    int n = result.histories();
    double sd = result.test().orElseThrow().standardError() * Math.sqrt(n);
    double quantile =
        new ChiSquaredDistribution(null, n - 1).inverseCumulativeProbability(1 - SPREAD_LEVEL);
    return PowerAnalysis.requiredHistories(sd * Math.sqrt((n - 1) / quantile), gap, alpha, power);
  }

  private static IntStream present(List<OptionalInt> counts) {
    return counts.stream().flatMapToInt(OptionalInt::stream);
  }
}
