package dev.carryover.studies.instrument;

import dev.carryover.core.Cell;
import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.run.Journal;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The histories of one condition, from which plans are drawn with replacement. What they lost on
 * the average is the truth that an interval has to cover.
 *
 * @param losses of each history, {@code before} minus the rollout
 * @param reference mean accuracy of {@code before}
 */
record Population(List<HistoryDifference> losses, double reference) {
  Population {
    losses = List.copyOf(losses);
  }

  /** Pairs the answers of a finished run, on the probes that both sides scored. */
  static Population of(Stage stage, Plan plan, Journal journal) {
    Cell before = cell(stage, plan, Treatments.BEFORE);
    Cell rollout = cell(stage, plan, stage.treatment());
    List<HistoryDifference> losses = new ArrayList<>();
    for (String history : plan.histories()) {
      Map<String, Observation> there = journal.of(rollout.withHistory(history).id());
      double[] differences =
          journal.of(before.withHistory(history).id()).values().stream()
              .map(here -> difference(here, there))
              .filter(OptionalDouble::isPresent)
              .mapToDouble(OptionalDouble::getAsDouble)
              .toArray();
      losses.add(HistoryDifference.of(history, differences));
    }
    double reference =
        plan.histories().stream()
            .flatMap(history -> journal.of(before.withHistory(history).id()).values().stream())
            .map(Metric.accuracy()::of)
            .flatMapToDouble(OptionalDouble::stream)
            .average()
            .orElseThrow();
    return new Population(losses, reference);
  }

  private static OptionalDouble difference(Observation here, Map<String, Observation> others) {
    Observation there = others.get(here.probe());
    OptionalDouble reference = Metric.accuracy().of(here);
    OptionalDouble rollout = there == null ? OptionalDouble.empty() : Metric.accuracy().of(there);
    return reference.isPresent() && rollout.isPresent()
        ? OptionalDouble.of(reference.getAsDouble() - rollout.getAsDouble())
        : OptionalDouble.empty();
  }

  private static Cell cell(Stage stage, Plan plan, String treatment) {
    return plan.treatment(stage.format(), Plan.OLD_TO_NEW, treatment)
        .flatMap(PlannedTreatment::cell)
        .orElseThrow();
  }

  /** How many probes both sides scored, over all histories. */
  int probes() {
    return losses.stream().mapToInt(HistoryDifference::probes).sum();
  }

  /** The true mean loss. */
  double truth() {
    return losses.stream().mapToDouble(HistoryDifference::mean).average().orElseThrow();
  }

  /**
   * The standard deviation of a history's loss; that of all there are, so divided by their count.
   */
  double deviation() {
    double truth = truth();
    return Math.sqrt(
        losses.stream()
            .mapToDouble(loss -> (loss.mean() - truth) * (loss.mean() - truth))
            .average()
            .orElseThrow());
  }
}
