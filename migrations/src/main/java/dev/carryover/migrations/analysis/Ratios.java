package dev.carryover.migrations.analysis;

import dev.carryover.core.metrics.Metric;
import dev.carryover.core.metrics.Portability;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/** How the inherited store of each history compares with the new component's own (spec 1.5). */
final class Ratios {
  private final Outcomes inherited;
  private final Outcomes own;
  private final Metric metric;
  private final Map<String, Double> theirs;

  Ratios(Outcomes inherited, Outcomes own, Metric metric) {
    this.inherited = inherited;
    this.own = own;
    this.metric = metric;
    this.theirs = own.perHistory(metric);
  }

  /** How many histories have a score of their own. */
  int histories() {
    return theirs.size();
  }

  /** Whether chance is known, without which there is no ratio. */
  boolean defined() {
    return theirs.keySet().stream().findFirst().flatMap(this::chance).isPresent();
  }

  /** RPAS by history; a history whose own score is under chance + 0.20 is left out. */
  Map<String, Double> rpas() {
    Map<String, Double> ratios = new LinkedHashMap<>();
    inherited
        .perHistory(metric)
        .forEach(
            (history, value) -> {
              Double reference = theirs.get(history);
              Optional<Double> chance = reference == null ? Optional.empty() : chance(history);
              if (reference != null && chance.isPresent()) {
                Portability.rpas(value, reference, chance.get())
                    .ifPresent(ratio -> ratios.put(history, ratio));
              }
            });
    return ratios;
  }

  /** Own minus inherited, by history. */
  Map<String, Double> deltas() {
    Map<String, Double> deltas = new LinkedHashMap<>();
    inherited
        .perHistory(metric)
        .forEach(
            (history, value) -> {
              Double reference = theirs.get(history);
              if (reference != null) {
                deltas.put(history, Portability.delta(value, reference));
              }
            });
    return deltas;
  }

  private Optional<Double> chance(String history) {
    OptionalDouble mean =
        Objects.requireNonNull(own.histories().get(history)).values().stream()
            .map(metric::chance)
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .average();
    return mean.isPresent() ? Optional.of(mean.getAsDouble()) : Optional.empty();
  }
}
