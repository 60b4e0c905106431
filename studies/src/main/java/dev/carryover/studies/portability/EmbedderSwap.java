package dev.carryover.studies.portability;

import dev.carryover.core.Plan;
import dev.carryover.migrations.analysis.PlannedContrast;
import dev.carryover.migrations.plan.Treatments;
import dev.carryover.studies.swap.Formats;
import dev.carryover.studies.swap.Trial;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/** E3: a new embedder on stores of retrieval, the mean of all readers within each history. */
final class EmbedderSwap {
  /** Half of the vectors are the new embedder's. */
  static final String MIXED = Treatments.mixed(50);

  /** All of them are. */
  static final String FULL = Treatments.OWN;

  private final List<Trial> readers;

  /**
   * @param readers a run for each reader, at least one
   */
  EmbedderSwap(List<Trial> readers) {
    this.readers = List.copyOf(readers);
  }

  /** A figure by history; a history that lacks it under any reader is left out. */
  Map<String, Double> perHistory(String treatment, String metric) {
    List<Map<String, Double>> values =
        readers.stream()
            .map(trial -> trial.perHistory(Formats.RAG, Plan.OLD_TO_NEW, treatment, metric))
            .toList();
    Map<String, Double> means = new LinkedHashMap<>();
    for (String history : readers.get(0).plan().histories()) {
      double[] some =
          values.stream()
              .filter(map -> map.containsKey(history))
              .mapToDouble(map -> Objects.requireNonNull(map.get(history)))
              .toArray();
      if (some.length == readers.size()) {
        means.put(history, Arrays.stream(some).average().orElseThrow());
      }
    }
    return means;
  }

  /** H2: what a half-new index loses against a new one, {@code 100/(2N) ΣΣ (a_full − a_mixed)}. */
  PlannedContrast h2() {
    Map<String, Double> full = perHistory(FULL, Formats.ACCURACY);
    Map<String, Double> mixed = perHistory(MIXED, Formats.ACCURACY);
    Map<String, OptionalDouble> points = new LinkedHashMap<>();
    for (String history : readers.get(0).plan().histories()) {
      Double all = full.get(history);
      Double half = mixed.get(history);
      points.put(
          history,
          all == null || half == null
              ? OptionalDouble.empty()
              : OptionalDouble.of(100 * (all - half)));
    }
    return new PlannedContrast("H2", Formats.RAG, points);
  }
}
