package dev.carryover.core.testkit;

import dev.carryover.core.report.RunReport.Figure;
import dev.carryover.core.report.RunReport.HistoryFigures;
import dev.carryover.core.report.RunReport.Treatment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Treatments of a sample with figures that belong together: a table's mean and interval are those
 * of the rows per history.
 */
final class SampleFigures {
  private static final double T_OF_9_AT_95 = 2.2621571628540993;
  private static final double[] HARDNESS = {
    .061, -.043, .018, -.072, .034, .007, -.028, .052, -.011, -.018
  };
  private static final double[] NOISE = {
    .021, -.017, .034, .008, -.039, .013, -.022, .030, -.006, -.022
  };
  private static final Map<String, Double> FAMILIES =
      new TreeMap<>(
          Map.of(
              "adversarial", -.071,
              "multi-hop", -.148,
              "open-domain", .082,
              "single-hop", .114,
              "temporal", .023));

  private final List<String> histories;
  private final List<Treatment> treatments = new ArrayList<>();
  private final List<HistoryFigures> perHistory = new ArrayList<>();

  SampleFigures(List<String> histories) {
    this.histories = List.copyOf(histories);
  }

  List<Treatment> treatments() {
    return treatments;
  }

  List<HistoryFigures> perHistory() {
    return perHistory;
  }

  /** Adds a treatment whose recall@8 lies about {@code recall}, with its rows per history. */
  void add(String format, String direction, String treatment, String[] roles, double recall) {
    String id = format + "/" + direction + "/" + treatment;
    double[] values = around(recall, treatments.size());
    double[] ranks = Arrays.stream(values).map(value -> value * .655).toArray();
    SortedMap<String, Figure> metrics = new TreeMap<>();
    metrics.put("recall@8", figure(values, OptionalDouble.of(.0273), 152));
    metrics.put("mrr", figure(ranks, OptionalDouble.empty(), 152));
    for (int i = 0; i < histories.size(); i++) {
      SortedMap<String, Double> row = new TreeMap<>();
      row.put("recall@8", values[i]);
      row.put("mrr", ranks[i]);
      perHistory.add(new HistoryFigures(histories.get(i), id, row));
    }
    treatments.add(
        new Treatment(
            id,
            format,
            direction,
            "none",
            "none",
            roles[0],
            roles[1],
            treatment,
            "normal",
            metrics,
            families(recall),
            new TreeMap<>()));
  }

  private SortedMap<String, SortedMap<String, Figure>> families(double recall) {
    SortedMap<String, SortedMap<String, Figure>> families = new TreeMap<>();
    int[] place = {treatments.size()};
    FAMILIES.forEach(
        (family, shift) -> {
          double[] values = around(recall + shift * Math.min(1, recall * 2), ++place[0]);
          families.put(
              family,
              new TreeMap<>(Map.of("recall@8", figure(values, OptionalDouble.of(.0273), 30))));
        });
    return families;
  }

  private double[] around(double level, int rotation) {
    double scale = Math.min(1, level * 2);
    double[] values = new double[histories.size()];
    for (int i = 0; i < values.length; i++) {
      double shift = HARDNESS[i % 10] + NOISE[(i + 3 * rotation) % 10];
      values[i] = Math.max(0, Math.min(1, level + scale * shift));
    }
    return values;
  }

  private static Figure figure(double[] values, OptionalDouble chance, int probesEach) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    double half = T_OF_9_AT_95 * Math.sqrt(squares / (values.length - 1) / values.length);
    return new Figure(
        OptionalDouble.of(mean),
        OptionalDouble.of(mean - half),
        OptionalDouble.of(mean + half),
        chance,
        values.length,
        values.length * probesEach,
        4,
        0);
  }
}
