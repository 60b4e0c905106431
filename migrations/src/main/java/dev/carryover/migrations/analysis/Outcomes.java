package dev.carryover.migrations.analysis;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.run.Journal;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What was observed under one treatment.
 *
 * @param treatment the treatment
 * @param histories its observations by history, in the plan's order, and by probe, in the order of
 *     the journal; a history without any is left out
 */
record Outcomes(PlannedTreatment treatment, Map<String, Map<String, Observation>> histories) {

  /** The observations of every planned treatment, derived ones included, by treatment id. */
  static Map<String, Outcomes> all(Plan plan, Journal journal) {
    Map<String, Map<String, Observation>> cells = new LinkedHashMap<>();
    for (Observation observation : journal.all()) {
      cells
          .computeIfAbsent(observation.cell(), cell -> new LinkedHashMap<>())
          .put(observation.probe(), observation);
    }
    Map<String, Outcomes> outcomes = new LinkedHashMap<>();
    for (PlannedTreatment treatment : plan.treatments()) {
      Map<String, Map<String, Observation>> histories = new LinkedHashMap<>();
      treatment
          .cell()
          .ifPresent(
              cell -> {
                for (String history : plan.histories()) {
                  Map<String, Observation> found = cells.get(cell.withHistory(history).id());
                  if (found != null) {
                    histories.put(history, found);
                  }
                }
              });
      outcomes.put(treatment.id(), new Outcomes(treatment, histories));
    }
    for (PlannedFormat format : plan.formats()) {
      plan.treatment(format.name(), Plan.OLD_TO_NEW, Treatments.IDEAL_ROUTER)
          .ifPresent(router -> outcomes.put(router.id(), ideal(plan, format, router, outcomes)));
    }
    return outcomes;
  }

  /** Whether nothing was observed. */
  boolean isEmpty() {
    return histories.isEmpty();
  }

  /** Every observation. */
  List<Observation> observations() {
    return histories.values().stream().flatMap(h -> h.values().stream()).toList();
  }

  /** Those observations alone that pass; a history without any is left out. */
  Outcomes keeping(Predicate<Observation> which) {
    Map<String, Map<String, Observation>> kept = new LinkedHashMap<>();
    histories.forEach(
        (history, probes) -> {
          Map<String, Observation> some = new LinkedHashMap<>(probes);
          some.values().removeIf(which.negate());
          if (!some.isEmpty()) {
            kept.put(history, some);
          }
        });
    return new Outcomes(treatment, kept);
  }

  /** How many answers got which mark, by its label; marks that did not occur are left out. */
  SortedMap<String, Integer> marks() {
    SortedMap<String, Integer> marks = new TreeMap<>();
    for (Observation observation : observations()) {
      observation
          .outcome()
          .scored()
          .flatMap(Scored::mark)
          .ifPresent(mark -> marks.merge(mark.label(), 1, Integer::sum));
    }
    return marks;
  }

  /** Why none of these memories could be opened; absent where one could. */
  Optional<String> incompatible() {
    return marks().keySet().equals(Set.of(AnswerMark.INCOMPATIBLE.label()))
        ? observations().stream()
            .flatMap(observation -> observation.outcome().scored().stream())
            .flatMap(scored -> scored.reason().stream())
            .findFirst()
        : Optional.empty();
  }

  /** Whether both read the very same cells. */
  boolean sameCellsAs(Outcomes other) {
    return treatment.cell().isPresent() && treatment.cell().equals(other.treatment.cell());
  }

  /**
   * The mean of a metric over the probes of each history; a history where it is defined for no
   * probe is left out.
   */
  Map<String, Double> perHistory(Metric metric) {
    Map<String, Double> means = new LinkedHashMap<>();
    histories.forEach(
        (history, probes) -> mean(metric, probes.values()).ifPresent(m -> means.put(history, m)));
    return means;
  }

  private static OptionalDouble mean(Metric metric, Collection<Observation> observations) {
    return observations.stream()
        .map(metric::of)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .average();
  }

  /**
   * The oracle: for each probe the better of before and own, by recall@k, then by reciprocal rank,
   * then own. An upper bound, not a method.
   */
  private static Outcomes ideal(
      Plan plan, PlannedFormat format, PlannedTreatment router, Map<String, Outcomes> outcomes) {
    Outcomes before = named(plan, format, Treatments.BEFORE, outcomes);
    Outcomes own = named(plan, format, Treatments.OWN, outcomes);
    Metric recall = Metric.recallAt(format.rankedItems().orElse(1));
    Map<String, Map<String, Observation>> histories = new LinkedHashMap<>();
    own.histories()
        .forEach(
            (history, probes) -> {
              Map<String, Observation> olds = before.histories().getOrDefault(history, Map.of());
              Map<String, Observation> picked = new LinkedHashMap<>();
              probes.forEach(
                  (probe, mine) -> {
                    Observation old = olds.get(probe);
                    picked.put(probe, old == null ? mine : better(old, mine, recall));
                  });
              histories.put(history, picked);
            });
    return new Outcomes(router, histories);
  }

  private static Observation better(Observation before, Observation own, Metric recall) {
    for (Metric metric : List.of(recall, Metric.mrr())) {
      int order = Double.compare(metric.of(before).orElse(-1), metric.of(own).orElse(-1));
      if (order != 0) {
        return order > 0 ? before : own;
      }
    }
    return own;
  }

  private static Outcomes named(
      Plan plan, PlannedFormat format, String name, Map<String, Outcomes> outcomes) {
    PlannedTreatment treatment = plan.treatment(format.name(), Plan.OLD_TO_NEW, name).orElseThrow();
    return Objects.requireNonNull(outcomes.get(treatment.id()));
  }

  /** Probes that were observed here and there, with both observations. */
  List<Pair> pairedWith(Outcomes other, String history) {
    Map<String, Observation> theirs = other.histories().getOrDefault(history, Map.of());
    List<Pair> pairs = new ArrayList<>();
    histories
        .getOrDefault(history, Map.of())
        .forEach(
            (probe, mine) -> {
              Observation their = theirs.get(probe);
              if (their != null) {
                pairs.add(new Pair(mine, their));
              }
            });
    return pairs;
  }

  /** One probe under two treatments. */
  record Pair(Observation here, Observation there) {}
}
