package dev.carryover.migrations.analysis;

import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The differences and ratios between the treatments of one format, in both directions. */
final class Comparisons {
  private final Plan plan;
  private final PlannedFormat format;
  private final Map<String, Outcomes> outcomes;
  private final Repeats repeats;

  Comparisons(Plan plan, PlannedFormat format, Map<String, Outcomes> outcomes) {
    this.plan = plan;
    this.format = format;
    this.outcomes = outcomes;
    this.repeats = new Repeats(plan, format, outcomes);
  }

  /** All contrasts that are defined, for every metric that can be. */
  List<Contrast> all() {
    List<Contrast> contrasts = new ArrayList<>();
    for (String direction : List.of(Plan.OLD_TO_NEW, Plan.NEW_TO_OLD)) {
      for (Metric metric : Figures.metrics(format)) {
        if (metric.equals(Metric.evidenceCoverage())) {
          continue; // a swap leaves what a store holds as it is
        }
        contrasts.addAll(of(direction, metric));
      }
    }
    return contrasts;
  }

  private List<Contrast> of(String direction, Metric metric) {
    String rollout =
        direction.equals(Plan.OLD_TO_NEW)
            ? Treatments.ofRollout(plan.rule().rollout())
            : Treatments.INHERITED;
    List<Contrast> contrasts = new ArrayList<>();
    difference("regression", direction, metric, Treatments.BEFORE, rollout)
        .ifPresent(contrasts::add);
    if (!rollout.equals(Treatments.INHERITED)) {
      difference("portability-loss", direction, metric, Treatments.OWN, rollout)
          .ifPresent(contrasts::add);
    }
    difference("delta", direction, metric, Treatments.OWN, Treatments.INHERITED)
        .ifPresent(contrasts::add);
    rpas(direction, metric).ifPresent(contrasts::add);
    difference("rewrite-gain", direction, metric, Treatments.OWN, Treatments.BEFORE)
        .ifPresent(contrasts::add);
    difference(
            Treatments.STYLE_REWRITE + "-gain",
            direction,
            metric,
            Treatments.STYLE_REWRITE,
            Treatments.INHERITED)
        .ifPresent(contrasts::add);
    difference("router-gain", direction, metric, Treatments.IDEAL_ROUTER, Treatments.BEFORE)
        .ifPresent(contrasts::add);
    return contrasts;
  }

  /** First minus second. Two names of the same cells are no contrast. */
  private Optional<Contrast> difference(
      String name, String direction, Metric metric, String first, String second) {
    Optional<Outcomes> a = outcomes(direction, first);
    Optional<Outcomes> b = outcomes(direction, second);
    if (a.isEmpty() || b.isEmpty() || first.equals(second) || a.get().sameCellsAs(b.get())) {
      return Optional.empty();
    }
    List<HistoryDifference> losses = Losses.between(a.get(), b.get(), metric, false);
    return contrast(
        name,
        direction,
        metric,
        losses.stream().mapToDouble(HistoryDifference::mean).toArray(),
        losses.isEmpty() ? OptionalDouble.empty() : repeats.reach(metric, losses.size()));
  }

  /**
   * RPAS over histories; left without a value as soon as one history's own score is under chance +
   * 0.20, since a mean over the others would flatter.
   */
  private Optional<Contrast> rpas(String direction, Metric metric) {
    Optional<Outcomes> inherited = outcomes(direction, Treatments.INHERITED);
    Optional<Outcomes> own = outcomes(direction, Treatments.OWN);
    if (inherited.isEmpty() || own.isEmpty() || inherited.get().sameCellsAs(own.get())) {
      return Optional.empty();
    }
    Ratios ratios = new Ratios(inherited.get(), own.get(), metric);
    if (!ratios.defined()) {
      return Optional.empty();
    }
    double[] values = ratios.rpas().values().stream().mapToDouble(Double::doubleValue).toArray();
    if (values.length < ratios.histories()) {
      return Optional.of(
          new Contrast(
              "rpas",
              format.name(),
              direction,
              metric.name(),
              OptionalDouble.empty(),
              OptionalDouble.empty(),
              OptionalDouble.empty(),
              values.length));
    }
    return contrast("rpas", direction, metric, values, OptionalDouble.empty());
  }

  private Optional<Contrast> contrast(
      String name, String direction, Metric metric, double[] values, OptionalDouble noise) {
    if (values.length == 0) {
      return Optional.empty();
    }
    Optional<Interval> interval = TEstimate.of(values).map(TEstimate::interval);
    return Optional.of(
        new Contrast(
            name,
            format.name(),
            direction,
            metric.name(),
            Spread.mean(values),
            Spread.low(interval),
            Spread.high(interval),
            values.length,
            Optional.empty(),
            Optional.empty(),
            noise));
  }

  private Optional<Outcomes> outcomes(String direction, String name) {
    return plan.treatment(format.name(), direction, name)
        .map(PlannedTreatment::id)
        .map(outcomes::get)
        .filter(found -> !found.isEmpty());
  }
}
