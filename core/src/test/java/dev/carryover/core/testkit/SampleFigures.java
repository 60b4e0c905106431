package dev.carryover.core.testkit;

import dev.carryover.core.report.Figure;
import dev.carryover.core.report.RunReport.HistoryFigures;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.report.Treatment.Price;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private static final Map<String, OptionalDouble> CHANCE =
      Map.of(
          "accuracy", OptionalDouble.of(0),
          "exact-match", OptionalDouble.empty(),
          "mrr", OptionalDouble.empty(),
          "recall@8", OptionalDouble.of(.0273),
          "token-f1", OptionalDouble.empty());

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
  void add(String format, String direction, String treatment, String[] embedders, double recall) {
    double[] values = around(recall, treatments.size());
    double[] ranks = Arrays.stream(values).map(value -> value * .655).toArray();
    String[] players = {"none", "none", embedders[0], embedders[1]};
    SortedMap<String, double[]> metrics = new TreeMap<>(Map.of("recall@8", values, "mrr", ranks));
    add(format, direction, treatment, players, metrics, families("recall@8", .0273, recall));
  }

  /**
   * Adds a treatment whose accuracy lies about {@code accuracy}, with its rows per history.
   *
   * @param models who wrote and who reads
   */
  void addModels(
      String format, String direction, String treatment, String[] models, double accuracy) {
    double[] values = around(accuracy, treatments.size());
    double[] same = Arrays.stream(values).map(value -> value * .4).toArray();
    double[] shared = Arrays.stream(values).map(value -> value * .8).toArray();
    String[] players = {models[0], models[1], "-", "-"};
    SortedMap<String, double[]> metrics =
        new TreeMap<>(Map.of("accuracy", values, "exact-match", same, "token-f1", shared));
    add(format, direction, treatment, players, metrics, families("accuracy", 0, accuracy));
  }

  /** The treatment that was added last could not be opened. */
  void lastIsIncompatible(String reason) {
    Treatment last = treatments.get(treatments.size() - 1);
    SortedMap<String, Integer> marks =
        new TreeMap<>(Map.of("incompatible", histories.size() * 152));
    replaceLast(last, marks, Optional.of(reason), Optional.empty());
  }

  /** The treatment that was added last is a repair. */
  void lastCost(double calls, double tokensIn, double tokensOut) {
    Treatment last = treatments.get(treatments.size() - 1);
    Price price = new Price(calls, tokensIn, tokensOut, 0, histories.size(), 0);
    replaceLast(last, last.marks(), Optional.empty(), Optional.of(price));
  }

  private void replaceLast(
      Treatment last,
      SortedMap<String, Integer> marks,
      Optional<String> incompatible,
      Optional<Price> price) {
    treatments.set(
        treatments.size() - 1,
        new Treatment(
            last.id(),
            last.format(),
            last.direction(),
            last.writer(),
            last.reader(),
            last.indexEmbedder(),
            last.queryEmbedder(),
            last.treatment(),
            last.evidence(),
            last.metrics(),
            last.families(),
            marks,
            incompatible,
            price));
  }

  private void add(
      String format,
      String direction,
      String treatment,
      String[] players,
      SortedMap<String, double[]> metrics,
      SortedMap<String, SortedMap<String, Figure>> families) {
    String id = format + "/" + direction + "/" + treatment;
    SortedMap<String, Figure> figures = new TreeMap<>();
    metrics.forEach(
        (metric, values) -> figures.put(metric, figure(values, CHANCE.get(metric), 152)));
    for (int i = 0; i < histories.size(); i++) {
      SortedMap<String, Double> row = new TreeMap<>();
      for (Map.Entry<String, double[]> metric : metrics.entrySet()) {
        row.put(metric.getKey(), metric.getValue()[i]);
      }
      perHistory.add(new HistoryFigures(histories.get(i), id, row));
    }
    treatments.add(
        new Treatment(
            id,
            format,
            direction,
            players[0],
            players[1],
            players[2],
            players[3],
            treatment,
            "normal",
            figures,
            families,
            metrics.containsKey("accuracy") ? marks(figures.get("accuracy")) : new TreeMap<>()));
  }

  /** Of the wrong answers a tenth was cut off, a fifth refused; the others name another code. */
  private static SortedMap<String, Integer> marks(Figure accuracy) {
    int right = (int) Math.round(accuracy.mean().orElseThrow() * accuracy.scored());
    int wrong = accuracy.scored() - right;
    SortedMap<String, Integer> marks = new TreeMap<>();
    marks.put("correct", right);
    marks.put("cut-off", wrong / 10);
    marks.put("refusal", wrong / 5);
    marks.put("wrong-code", wrong - wrong / 10 - wrong / 5);
    marks.values().removeIf(count -> count == 0);
    return marks;
  }

  private SortedMap<String, SortedMap<String, Figure>> families(
      String metric, double chance, double level) {
    SortedMap<String, SortedMap<String, Figure>> families = new TreeMap<>();
    int[] place = {treatments.size()};
    FAMILIES.forEach(
        (family, shift) -> {
          double[] values = around(level + shift * Math.min(1, level * 2), ++place[0]);
          families.put(
              family, new TreeMap<>(Map.of(metric, figure(values, OptionalDouble.of(chance), 30))));
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
