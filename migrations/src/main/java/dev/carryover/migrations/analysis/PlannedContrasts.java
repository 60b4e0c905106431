package dev.carryover.migrations.analysis;

import dev.carryover.core.Cell;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.metrics.Portability;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.report.RunReport.PlannedTest;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.stats.Holm;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * The contrasts that the paper plans for a change of the language model, in points: H1, what notes
 * lose on average over both directions, and H4a, what they lose beyond claims under a schema (spec
 * 1.7). Each is computed history by history: a ratio of means can have the other sign. A history
 * whose own store is under chance + 0.20 in either direction has no value.
 */
public final class PlannedContrasts {
  private static final String NOTES = "notes";
  private static final String CLAIMS = "kg-fixed";
  private static final Metric MEASURE = Metric.accuracy();
  private static final List<String> DIRECTIONS = List.of(Plan.OLD_TO_NEW, Plan.NEW_TO_OLD);

  private final Plan plan;
  private final Map<String, Outcomes> outcomes;
  private final List<PlannedContrast> planned = new ArrayList<>();

  PlannedContrasts(Plan plan, Map<String, Outcomes> outcomes) {
    this.plan = plan;
    this.outcomes = outcomes;
    Map<String, OptionalDouble> notes = losses(NOTES);
    Map<String, OptionalDouble> claims = losses(CLAIMS);
    if (!notes.isEmpty()) {
      planned.add(new PlannedContrast("H1", NOTES, notes));
    }
    if (!notes.isEmpty() && !claims.isEmpty()) {
      planned.add(
          new PlannedContrast("H4a", NOTES + " minus " + CLAIMS, difference(notes, claims)));
    }
  }

  /** Those of a run; none where it does not swap who writes notes. */
  public static List<PlannedContrast> of(RunRecord record, Journal journal) {
    Plan plan = record.plan();
    return List.copyOf(new PlannedContrasts(plan, Outcomes.all(plan, journal)).planned);
  }

  /** What a plan fixes about them, in words, under a key; nothing where it swaps no writer. */
  static Map<String, String> inWords(Plan plan) {
    boolean notes = swapsWriter(plan, NOTES);
    boolean both = notes && swapsWriter(plan, CLAIMS);
    return notes
        ? Map.of(
            "planned_contrasts",
            "H1: %s%s; each over %s points, one-sided t over histories, both directions averaged within each; Holm over those named, at %s"
                .formatted(
                    NOTES,
                    both ? "; H4a: " + NOTES + " minus " + CLAIMS : "",
                    PlannedContrast.THRESHOLD,
                    PlannedContrast.ALPHA))
        : Map.of();
  }

  private static boolean swapsWriter(Plan plan, String format) {
    return DIRECTIONS.stream()
        .allMatch(
            direction -> {
              Optional<String> old =
                  writer(plan.treatment(format, direction, Treatments.INHERITED));
              Optional<String> own = writer(plan.treatment(format, direction, Treatments.OWN));
              return old.isPresent() && own.isPresent() && !old.equals(own);
            });
  }

  private static Optional<String> writer(Optional<PlannedTreatment> treatment) {
    return treatment.flatMap(PlannedTreatment::cell).map(Cell::writer);
  }

  /** The rows of the report; none where the run does not swap who writes notes. */
  List<Contrast> rows() {
    double[] holm =
        Holm.adjust(
            planned.stream()
                .mapToDouble(contrast -> contrast.pAbove(PlannedContrast.THRESHOLD))
                .toArray());
    List<Contrast> rows = new ArrayList<>();
    for (int i = 0; i < holm.length; i++) {
      rows.add(row(planned.get(i), holm[i]));
    }
    return rows;
  }

  /** Says of each contrast that is not measurable how many histories make it so. */
  List<String> limits() {
    return planned.stream()
        .filter(contrast -> contrast.missing() > 0)
        .map(
            contrast ->
                "%s is not measurable: in %d of %d histories an own-store accuracy is under chance + 0.20 in one direction or the other, so that a ratio to it means nothing."
                    .formatted(contrast.name(), contrast.missing(), contrast.points().size()))
        .toList();
  }

  private static Contrast row(PlannedContrast planned, double holm) {
    Optional<TEstimate> estimate = planned.estimate();
    double threshold = PlannedContrast.THRESHOLD;
    return new Contrast(
        planned.name(),
        planned.format(),
        Contrast.BOTH,
        MEASURE.name(),
        planned.value(),
        Spread.low(estimate.map(TEstimate::interval)),
        Spread.high(estimate.map(TEstimate::interval)),
        planned.values().length,
        Optional.of("points"),
        Optional.of(
            new PlannedTest(
                threshold,
                present(estimate.map(e -> e.pAbove(threshold))),
                present(estimate.map(e -> holm)),
                planned.decision(threshold, holm).label())));
  }

  /** What each history loses in a format, in points, the mean of both directions. */
  private Map<String, OptionalDouble> losses(String format) {
    List<Map<String, Double>> inherited = new ArrayList<>();
    List<Map<String, Double>> own = new ArrayList<>();
    for (String direction : DIRECTIONS) {
      Optional<Outcomes> old = outcomes(format, direction, Treatments.INHERITED);
      Optional<Outcomes> fresh = outcomes(format, direction, Treatments.OWN);
      if (old.isEmpty() || fresh.isEmpty() || writer(old.get()).equals(writer(fresh.get()))) {
        return Map.of();
      }
      inherited.add(old.get().perHistory(MEASURE));
      own.add(fresh.get().perHistory(MEASURE));
    }
    TreeSet<String> measured = new TreeSet<>();
    inherited.forEach(values -> measured.addAll(values.keySet()));
    own.forEach(values -> measured.addAll(values.keySet()));
    Map<String, OptionalDouble> losses = new LinkedHashMap<>();
    plan.histories().stream()
        .filter(measured::contains)
        .forEach(history -> losses.put(history, loss(history, inherited, own)));
    return losses;
  }

  /** {@code (100/2) Σ (1 − (inherited − c)/(own − c))}; a code is never guessed, so c is 0. */
  private static OptionalDouble loss(
      String history, List<Map<String, Double>> inherited, List<Map<String, Double>> own) {
    double sum = 0;
    for (int i = 0; i < DIRECTIONS.size(); i++) {
      Double theirs = inherited.get(i).get(history);
      Double ours = own.get(i).get(history);
      if (theirs == null || ours == null) {
        return OptionalDouble.empty();
      }
      OptionalDouble ratio = Portability.rpas(theirs, ours, 0);
      if (ratio.isEmpty()) {
        return OptionalDouble.empty();
      }
      sum += 1 - ratio.getAsDouble();
    }
    return OptionalDouble.of(100 * sum / DIRECTIONS.size());
  }

  private static Map<String, OptionalDouble> difference(
      Map<String, OptionalDouble> notes, Map<String, OptionalDouble> claims) {
    Map<String, OptionalDouble> differences = new LinkedHashMap<>();
    notes.forEach(
        (history, points) -> {
          OptionalDouble other = claims.getOrDefault(history, OptionalDouble.empty());
          differences.put(
              history,
              points.isPresent() && other.isPresent()
                  ? OptionalDouble.of(points.getAsDouble() - other.getAsDouble())
                  : OptionalDouble.empty());
        });
    return differences;
  }

  private Optional<Outcomes> outcomes(String format, String direction, String treatment) {
    return plan.treatment(format, direction, treatment)
        .map(PlannedTreatment::id)
        .map(outcomes::get)
        .filter(found -> !found.isEmpty());
  }

  private static Optional<String> writer(Outcomes some) {
    return some.treatment().cell().map(Cell::writer);
  }

  private static OptionalDouble present(Optional<Double> value) {
    return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }
}
