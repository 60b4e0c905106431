package dev.carryover.probes.screen;

import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.run.Journal;
import dev.carryover.core.stats.HistoryDifference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/**
 * How one candidate came out on one format.
 *
 * @param candidate its name
 * @param format name of the format
 * @param measure name of what was measured
 * @param values of the new component on the old store, by history and probe, from 0 to 1
 * @param old those of the old side, or of an unchanged embedder where texts were compared; empty
 *     where it was not asked
 * @param chance what guessing would score, where that is known
 * @param probes that were asked of each history
 */
record Scores(
    String candidate,
    String format,
    String measure,
    Map<String, Map<String, Double>> values,
    Map<String, Map<String, Double>> old,
    OptionalDouble chance,
    Map<String, Integer> probes) {
  private static final String BEFORE = "before";
  private static final String INHERITED = "inherited";
  private static final String NO_OP = "no-op";

  /** Whether a plan compares stored texts in place of answers. */
  static boolean comparesTexts(Plan plan) {
    return plan.treatments().stream().anyMatch(treatment -> treatment.name().equals(NO_OP));
  }

  /** What was marked; empty where the format has no measure. */
  static Optional<Scores> marked(
      String candidate, PlannedFormat format, Plan plan, Journal journal) {
    return format
        .measure()
        .flatMap(Measures::named)
        .map(
            metric -> {
              Map<String, Collection<Observation>> asked = of(plan, journal, format, INHERITED);
              Map<String, Integer> probes = new LinkedHashMap<>();
              asked.forEach((history, some) -> probes.put(history, some.size()));
              return new Scores(
                  candidate,
                  format.name(),
                  metric.name(),
                  values(asked, metric::of),
                  values(of(plan, journal, format, BEFORE), metric::of),
                  chance(metric, asked),
                  probes);
            });
  }

  /** How far each stored text keeps its neighbours; empty where the format has none to compare. */
  static Optional<Scores> ofNeighbours(
      String candidate, PlannedFormat format, Plan plan, Journal journal) {
    int k = format.rankedItems().orElse(0) - 1; // a text itself is among what it brings back
    if (k < 1) {
      return Optional.empty();
    }
    Map<String, Collection<Observation>> before = of(plan, journal, format, BEFORE);
    before.values().removeIf(texts -> texts.size() <= k + 1); // all are neighbours, whoever embeds
    Map<String, Integer> probes = new LinkedHashMap<>();
    before.forEach((history, some) -> probes.put(history, some.size()));
    return Optional.of(
        new Scores(
            candidate,
            format.name(),
            "overlap@" + k,
            overlaps(before, of(plan, journal, format, INHERITED), k),
            overlaps(before, of(plan, journal, format, NO_OP), k),
            OptionalDouble.empty(),
            probes));
  }

  /** The same of each history. */
  List<HistoryDifference> perHistory() {
    return differences(values, (history, probe) -> OptionalDouble.of(0));
  }

  /** The old side minus the candidate, on the probes that both have. */
  List<HistoryDifference> losses() {
    return differences(old, (history, probe) -> value(values, history, probe));
  }

  /** The candidate minus another one, on the probes that both have. */
  List<HistoryDifference> over(Scores other) {
    return differences(values, (history, probe) -> value(other.values, history, probe));
  }

  /** Mean of each history of the unchanged embedder. */
  double[] meansOfOld() {
    return means(old);
  }

  /** Mean of each history. */
  double[] means() {
    return means(values);
  }

  private static double[] means(Map<String, Map<String, Double>> values) {
    return values.values().stream()
        .mapToDouble(probes -> probes.values().stream().mapToDouble(v -> v).average().orElse(0))
        .toArray();
  }

  private interface Lookup {
    OptionalDouble of(String history, String probe);
  }

  private static OptionalDouble value(
      Map<String, Map<String, Double>> values, String history, String probe) {
    Double value = values.getOrDefault(history, Map.of()).get(probe);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private static List<HistoryDifference> differences(
      Map<String, Map<String, Double>> minuends, Lookup subtrahend) {
    List<HistoryDifference> rows = new ArrayList<>();
    minuends.forEach(
        (history, probes) -> {
          double[] differences =
              probes.entrySet().stream()
                  .filter(entry -> subtrahend.of(history, entry.getKey()).isPresent())
                  .mapToDouble(
                      entry ->
                          entry.getValue() - subtrahend.of(history, entry.getKey()).getAsDouble())
                  .toArray();
          if (differences.length > 0) {
            rows.add(HistoryDifference.of(history, differences));
          }
        });
    return rows;
  }

  private static Map<String, Collection<Observation>> of(
      Plan plan, Journal journal, PlannedFormat format, String treatment) {
    Map<String, Collection<Observation>> found = new LinkedHashMap<>();
    plan.treatment(format.name(), Plan.OLD_TO_NEW, treatment)
        .flatMap(PlannedTreatment::cell)
        .ifPresent(
            cell ->
                plan.histories(format.name())
                    .forEach(
                        history -> {
                          Collection<Observation> some =
                              journal.of(cell.withHistory(history).id()).values();
                          if (!some.isEmpty()) {
                            found.put(history, some);
                          }
                        }));
    return found;
  }

  private static Map<String, Map<String, Double>> values(
      Map<String, Collection<Observation>> observed,
      Function<Observation, OptionalDouble> measure) {
    Map<String, Map<String, Double>> values = new LinkedHashMap<>();
    observed.forEach(
        (history, some) -> {
          Map<String, Double> probes = new LinkedHashMap<>();
          some.forEach(
              one -> measure.apply(one).ifPresent(value -> probes.put(one.probe(), value)));
          if (!probes.isEmpty()) {
            values.put(history, probes);
          }
        });
    return values;
  }

  private static OptionalDouble chance(
      Metric metric, Map<String, Collection<Observation>> observed) {
    return Measures.chance(metric, observed.values().stream().flatMap(Collection::stream).toList());
  }

  private static Map<String, Map<String, Double>> overlaps(
      Map<String, Collection<Observation>> before,
      Map<String, Collection<Observation>> after,
      int k) {
    Map<String, Map<String, Set<String>>> there = new LinkedHashMap<>();
    after.forEach(
        (history, some) -> {
          Map<String, Set<String>> texts = new LinkedHashMap<>();
          some.forEach(one -> texts.put(one.probe(), neighbours(one, k)));
          there.put(history, texts);
        });
    Map<String, Map<String, Double>> overlaps = new LinkedHashMap<>();
    before.forEach(
        (history, some) -> {
          Map<String, Double> texts = new LinkedHashMap<>();
          for (Observation one : some) {
            Set<String> here = neighbours(one, k);
            Optional<Set<String>> now =
                Optional.ofNullable(there.getOrDefault(history, Map.of()).get(one.probe()));
            if (!here.isEmpty() && now.isPresent()) {
              long kept = here.stream().filter(Objects.requireNonNull(now.get())::contains).count();
              texts.put(one.probe(), kept / (double) here.size());
            }
          }
          if (!texts.isEmpty()) {
            overlaps.put(history, texts);
          }
        });
    return overlaps;
  }

  private static Set<String> neighbours(Observation one, int k) {
    return new LinkedHashSet<>(
        one.retrieved().stream().filter(item -> !item.equals(one.probe())).limit(k).toList());
  }
}
