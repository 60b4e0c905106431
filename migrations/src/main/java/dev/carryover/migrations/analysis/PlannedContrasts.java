package dev.carryover.migrations.analysis;

import dev.carryover.core.Cell;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.metrics.Portability;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.report.RunReport.PlannedTest;
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
 * 1.7). Each is computed history by history: a ratio of means can have the other sign.
 *
 * <p>A history whose own store is under chance + 0.20 in either direction has no value, and then
 * the contrast has none: a mean over the others would flatter.
 */
final class PlannedContrasts {
  private static final String NOTES = "notes";
  private static final String CLAIMS = "kg-fixed";
  private static final double THRESHOLD = 5;
  private static final double ALPHA = 0.05;
  private static final Metric MEASURE = Metric.accuracy();
  private static final List<String> DIRECTIONS = List.of(Plan.OLD_TO_NEW, Plan.NEW_TO_OLD);

  private final Plan plan;
  private final Map<String, Outcomes> outcomes;
  private final List<Planned> planned = new ArrayList<>();

  /** A contrast by history; empty where a history has no value. */
  private record Planned(String name, String format, Map<String, OptionalDouble> points) {
    double[] values() {
      return points.values().stream().flatMapToDouble(OptionalDouble::stream).toArray();
    }

    boolean measurable() {
      return values().length == points.size();
    }

    Optional<TEstimate> estimate() {
      return measurable() ? TEstimate.of(values()) : Optional.empty();
    }
  }

  PlannedContrasts(Plan plan, Map<String, Outcomes> outcomes) {
    this.plan = plan;
    this.outcomes = outcomes;
    Map<String, OptionalDouble> notes = losses(NOTES);
    Map<String, OptionalDouble> claims = losses(CLAIMS);
    if (!notes.isEmpty()) {
      planned.add(new Planned("H1", NOTES, notes));
    }
    if (!notes.isEmpty() && !claims.isEmpty()) {
      planned.add(new Planned("H4a", NOTES + " minus " + CLAIMS, difference(notes, claims)));
    }
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
                    NOTES, both ? "; H4a: " + NOTES + " minus " + CLAIMS : "", THRESHOLD, ALPHA))
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
                .mapToDouble(row -> row.estimate().map(e -> e.pAbove(THRESHOLD)).orElse(1.0))
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
        .filter(row -> !row.measurable())
        .map(
            row ->
                "%s is not measurable: in %d of %d histories an own-store accuracy is under chance + 0.20 in one direction or the other, so that a ratio to it means nothing."
                    .formatted(
                        row.name(), row.points().size() - row.values().length, row.points().size()))
        .toList();
  }

  private static Contrast row(Planned row, double holm) {
    Optional<TEstimate> estimate = row.estimate();
    OptionalDouble value = row.measurable() ? Spread.mean(row.values()) : OptionalDouble.empty();
    return new Contrast(
        row.name(),
        row.format(),
        Contrast.BOTH,
        MEASURE.name(),
        value,
        Spread.low(estimate.map(TEstimate::interval)),
        Spread.high(estimate.map(TEstimate::interval)),
        row.values().length,
        Optional.of("points"),
        Optional.of(
            new PlannedTest(
                THRESHOLD,
                present(estimate.map(e -> e.pAbove(THRESHOLD))),
                present(estimate.map(e -> holm)),
                decision(value, estimate.isPresent(), holm))));
  }

  /** Without a spread over histories, only what is not over the threshold can be decided. */
  private static String decision(OptionalDouble value, boolean tested, double holm) {
    if (value.isEmpty() || (!tested && value.getAsDouble() > THRESHOLD)) {
      return "not-measurable";
    }
    return value.getAsDouble() > THRESHOLD && holm < ALPHA ? "supported" : "not-supported";
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
