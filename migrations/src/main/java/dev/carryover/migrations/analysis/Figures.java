package dev.carryover.migrations.analysis;

import dev.carryover.core.Cell;
import dev.carryover.core.Observation;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.report.Figure;
import dev.carryover.core.report.RunReport.HistoryFigures;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Sums up one treatment: its metrics over all probes, by family, and by history. */
final class Figures {
  private final PlannedFormat format;
  private final Outcomes outcomes;
  private final RepairPrices prices;

  Figures(PlannedFormat format, Outcomes outcomes, RepairPrices prices) {
    this.format = format;
    this.outcomes = outcomes;
    this.prices = prices;
  }

  /** Every metric that can be defined for a format. */
  static List<Metric> metrics(PlannedFormat format) {
    List<Metric> metrics =
        new ArrayList<>(
            List.of(
                Metric.accuracy(),
                Metric.exactMatch(),
                Metric.tokenF1(),
                Metric.evidenceCoverage()));
    format
        .rankedItems()
        .ifPresent(
            k -> {
              metrics.add(Metric.recallAt(k));
              metrics.add(Metric.mrr());
            });
    return metrics;
  }

  Treatment treatment() {
    SortedMap<String, SortedMap<String, Figure>> families = new TreeMap<>();
    TreeSet<String> names = new TreeSet<>();
    outcomes.observations().forEach(observation -> names.add(observation.family()));
    for (String family : names) {
      families.put(family, figures(outcomes.keeping(o -> o.family().equals(family))));
    }
    Optional<Cell> cell = outcomes.treatment().cell();
    return new Treatment(
        outcomes.treatment().id(),
        format.name(),
        outcomes.treatment().direction(),
        cell.map(Cell::writer).orElse(Cell.NOBODY),
        cell.map(Cell::reader).orElse(Cell.NOBODY),
        cell.map(Cell::indexEmbedder).orElse(Cell.NOBODY),
        cell.map(Cell::queryEmbedder).orElse(Cell.NOBODY),
        outcomes.treatment().name(),
        cell.map(c -> c.evidence().label()).orElse("normal"),
        figures(outcomes),
        families,
        outcomes.marks(),
        outcomes.incompatible(),
        prices.mean());
  }

  /**
   * The figures of each history.
   *
   * @param own what the new component does on its own store, where this is the inherited one: then
   *     delta and RPAS of each measure stand beside it
   */
  List<HistoryFigures> perHistory(Optional<Outcomes> own) {
    List<HistoryFigures> rows = new ArrayList<>();
    Map<String, Map<String, Double>> values = new LinkedHashMap<>();
    for (Metric metric : metrics(format)) {
      values.put(metric.name(), outcomes.perHistory(metric));
      if (own.isPresent() && !metric.equals(Metric.evidenceCoverage())) {
        Ratios ratios = new Ratios(outcomes, own.get(), metric);
        values.put("delta(" + metric.name() + ")", ratios.deltas());
        values.put("rpas(" + metric.name() + ")", ratios.rpas());
      }
    }
    for (String history : outcomes.histories().keySet()) {
      SortedMap<String, Double> row = prices.of(history);
      values.forEach(
          (metric, means) -> {
            Double mean = means.get(history);
            if (mean != null) {
              row.put(metric, mean);
            }
          });
      rows.add(new HistoryFigures(history, outcomes.treatment().id(), row));
    }
    return rows;
  }

  private SortedMap<String, Figure> figures(Outcomes some) {
    SortedMap<String, Figure> figures = new TreeMap<>();
    for (Metric metric : metrics(format)) {
      Figure figure = figure(metric, some);
      if (figure.scored() > 0) {
        figures.put(metric.name(), figure);
      }
    }
    return figures;
  }

  private static Figure figure(Metric metric, Outcomes some) {
    double[] values =
        some.perHistory(metric).values().stream().mapToDouble(Double::doubleValue).toArray();
    Optional<Interval> interval = TEstimate.of(values).map(TEstimate::interval);
    int scored = 0;
    int failed = 0;
    double chance = 0;
    boolean chanceKnown = true;
    for (Observation observation : some.observations()) {
      if (metric.of(observation).isPresent()) {
        scored++;
        OptionalDouble guess = metric.chance(observation);
        chanceKnown &= guess.isPresent();
        chance += guess.orElse(0);
      } else if (observation.isFailed()) {
        failed++;
      }
    }
    return new Figure(
        Spread.mean(values),
        Spread.low(interval),
        Spread.high(interval),
        chanceKnown && scored > 0 ? OptionalDouble.of(chance / scored) : OptionalDouble.empty(),
        values.length,
        scored,
        some.observations().size() - scored - failed,
        failed);
  }
}
