package dev.carryover.probes.instrument;

import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.spi.InstrumentGate.Readings;
import dev.carryover.core.stats.HistoryDifference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What one treatment of the old side scored: by history, then by probe; a history without a score
 * is left out.
 */
record Reading(Map<String, Map<String, Double>> scores) {
  /** What means may miss their bounds by. */
  static final double ROUNDING = 1e-9;

  static final String BEFORE = "before";
  static final String EMPTY = "empty";

  /** A treatment read the memory's own way; absent where it was not run or nothing was scored. */
  static Optional<Reading> of(Readings readings, String treatment) {
    return of(readings, treatment, EvidenceMode.NORMAL, readings.measure(), probe -> true);
  }

  /** What the old reader makes of the evidence itself. */
  static Optional<Reading> ofRawEvidence(Readings readings, Predicate<Observation> which) {
    return of(readings, BEFORE, EvidenceMode.RAW_EVIDENCE, readings.measure(), which);
  }

  static Optional<Reading> of(
      Readings readings,
      String treatment,
      EvidenceMode evidence,
      Metric metric,
      Predicate<Observation> which) {
    Map<String, Map<String, Double>> scores = new LinkedHashMap<>();
    readings
        .of(Plan.OLD_TO_NEW, treatment, evidence)
        .ifPresent(
            histories ->
                histories.forEach(
                    (history, observations) -> {
                      Map<String, Double> scored = scores(observations, metric, which);
                      if (!scored.isEmpty()) {
                        scores.put(history, scored);
                      }
                    }));
    return scores.isEmpty() ? Optional.empty() : Optional.of(new Reading(scores));
  }

  private static Map<String, Double> scores(
      List<Observation> observations, Metric metric, Predicate<Observation> which) {
    Map<String, Double> scores = new TreeMap<>();
    for (Observation observation : observations) {
      OptionalDouble score = metric.of(observation);
      if (which.test(observation) && score.isPresent()) {
        scores.put(observation.probe(), score.getAsDouble());
      }
    }
    return scores;
  }

  /** The mean over histories, each weighing the same. */
  double mean() {
    return average(scores.values().stream().map(probes -> average(probes.values())).toList());
  }

  /** The mean over the histories that another reading has too; absent where they share none. */
  OptionalDouble meanBeside(Reading other) {
    Map<String, Map<String, Double>> shared = new LinkedHashMap<>(scores);
    shared.keySet().retainAll(other.scores.keySet());
    return shared.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(new Reading(shared).mean());
  }

  /** This minus other in each history that both have, on the probes that both scored. */
  List<HistoryDifference> minus(Reading other) {
    List<HistoryDifference> differences = new ArrayList<>();
    scores.forEach(
        (history, mine) -> {
          Map<String, Double> theirs = other.scores.getOrDefault(history, Map.of());
          double[] pairs =
              mine.entrySet().stream()
                  .filter(entry -> theirs.containsKey(entry.getKey()))
                  .mapToDouble(entry -> entry.getValue() - theirs.getOrDefault(entry.getKey(), 0.0))
                  .toArray();
          if (pairs.length > 0) {
            differences.add(HistoryDifference.of(history, pairs));
          }
        });
    return differences;
  }

  private static double average(Collection<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
