package dev.carryover.probes.screen;

import dev.carryover.core.Observation;
import dev.carryover.core.metrics.Metric;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The metrics by which formats are judged. */
final class Measures {
  private static final Pattern RECALL = Pattern.compile("recall@([1-9]\\d{0,8})");

  private Measures() {}

  /** The metric of this name, if it is one of those. */
  static Optional<Metric> named(String name) {
    Matcher recall = RECALL.matcher(name);
    if (recall.matches()) {
      return Optional.of(Metric.recallAt(Integer.parseInt(recall.group(1))));
    }
    return Stream.of(Metric.accuracy(), Metric.exactMatch(), Metric.tokenF1())
        .filter(metric -> metric.name().equals(name))
        .findFirst();
  }

  /** Its mean over those where it is defined. */
  static OptionalDouble mean(Metric metric, Collection<Observation> observations) {
    return mean(metric::of, observations);
  }

  /** What guessing would score over the same, if that is known for all of them. */
  static OptionalDouble chance(Metric metric, Collection<Observation> observations) {
    boolean known =
        observations.stream()
            .filter(observation -> metric.of(observation).isPresent())
            .allMatch(observation -> metric.chance(observation).isPresent());
    return known ? mean(metric::chance, observations) : OptionalDouble.empty();
  }

  private static OptionalDouble mean(
      Function<Observation, OptionalDouble> value, Collection<Observation> observations) {
    return observations.stream().map(value).flatMapToDouble(OptionalDouble::stream).average();
  }
}
