package dev.carryover.reports.figures;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.HistoryFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * One history in a panel under one metric.
 *
 * @param values by treatment id; absent where undefined
 * @param lossOnBefore what the rollout loses against before; positive is worse
 * @param lossOnOwn what the rollout loses against the new component's own store
 */
public record HistoryRow(
    String history,
    Map<String, Double> values,
    OptionalDouble lossOnBefore,
    OptionalDouble lossOnOwn) {

  /**
   * The histories of a panel, the one that loses most against any reference first; those without
   * such a loss last, by name.
   */
  public static List<HistoryRow> of(RunReport report, Panel panel, String metric) {
    Map<String, Map<String, Double>> values = new LinkedHashMap<>();
    List<String> ids = panel.rows().stream().map(row -> row.treatment().id()).toList();
    for (HistoryFigures figures : report.perHistory()) {
      Double value = figures.metrics().get(metric);
      if (value != null && ids.contains(figures.treatment())) {
        values
            .computeIfAbsent(figures.history(), history -> new TreeMap<>())
            .put(figures.treatment(), value);
      }
    }
    List<HistoryRow> rows = new ArrayList<>();
    values.forEach((history, found) -> rows.add(row(panel, history, found)));
    rows.sort(
        Comparator.comparing((HistoryRow row) -> row.worst(panel), Comparator.reverseOrder())
            .thenComparing(HistoryRow::history));
    return rows;
  }

  /** The value under a panel's row. */
  public OptionalDouble value(Optional<Panel.Row> row) {
    return row.map(Panel.Row::treatment)
        .map(treatment -> values.get(treatment.id()))
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  private double worst(Panel panel) {
    OptionalDouble rollout = value(panel.rollout());
    return panel.references().stream()
        .map(reference -> difference(value(Optional.of(reference)), rollout))
        .flatMapToDouble(OptionalDouble::stream)
        .max()
        .orElse(Double.NEGATIVE_INFINITY);
  }

  private static HistoryRow row(Panel panel, String history, Map<String, Double> values) {
    HistoryRow bare =
        new HistoryRow(history, values, OptionalDouble.empty(), OptionalDouble.empty());
    OptionalDouble rollout = bare.value(panel.rollout());
    return new HistoryRow(
        history,
        values,
        difference(bare.value(panel.treatment("before")), rollout),
        panel.rollout().equals(panel.treatment("own"))
            ? OptionalDouble.empty()
            : difference(bare.value(panel.treatment("own")), rollout));
  }

  private static OptionalDouble difference(OptionalDouble reference, OptionalDouble rollout) {
    return reference.isPresent() && rollout.isPresent()
        ? OptionalDouble.of(reference.getAsDouble() - rollout.getAsDouble())
        : OptionalDouble.empty();
  }
}
