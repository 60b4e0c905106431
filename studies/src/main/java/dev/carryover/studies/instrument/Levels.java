package dev.carryover.studies.instrument;

import dev.carryover.studies.instrument.Condition.Kind;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The plans of all stages together, at the spread that every stage was run with.
 *
 * @param judged all there are
 * @param spread of those that are pooled, in points
 * @param sizes of plans, ascending
 */
record Levels(List<Judged> judged, int spread, List<Integer> sizes) {
  Levels {
    judged = List.copyOf(judged);
    sizes = List.copyOf(sizes);
  }

  /** How plans with this loss and size were judged. */
  Rates rates(Kind kind, int size) {
    return of(kind, size).map(Judged::rates).reduce(Rates.NONE, Rates::plus);
  }

  /** The mean of what is expected of them. */
  OptionalDouble expected(Kind kind, int size, Function<Judged, OptionalDouble> figure) {
    return of(kind, size).map(figure).flatMapToDouble(OptionalDouble::stream).average();
  }

  private Stream<Judged> of(Kind kind, int size) {
    return judged.stream()
        .filter(plans -> plans.condition().kind() == kind && plans.size() == size)
        .filter(plans -> plans.condition().spread() == spread);
  }
}
