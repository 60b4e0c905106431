package dev.carryover.migrations.analysis;

import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.core.stats.RepeatNoise;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/** What services change of themselves: the sampled cells of a format that were asked again live. */
final class Repeats {
  private final Plan plan;
  private final PlannedFormat format;
  private final Map<String, Outcomes> outcomes;

  Repeats(Plan plan, PlannedFormat format, Map<String, Outcomes> outcomes) {
    this.plan = plan;
    this.format = format;
    this.outcomes = outcomes;
  }

  /** The noise of a metric; absent where fewer than two cells were asked again. */
  Optional<RepeatNoise> noise(Metric metric) {
    List<HistoryDifference> differences = new ArrayList<>();
    for (PlannedTreatment again : plan.treatments()) {
      if (again.format().equals(format.name()) && Treatments.isAgain(again.name())) {
        plan.treatment(format.name(), again.direction(), Treatments.readAgain(again.name()))
            .ifPresent(
                first -> differences.addAll(Losses.between(of(first), of(again), metric, false)));
      }
    }
    return RepeatNoise.of(differences.stream().mapToDouble(HistoryDifference::mean).toArray());
  }

  private Outcomes of(PlannedTreatment treatment) {
    return Objects.requireNonNull(outcomes.get(treatment.id()));
  }

  /** What a mean difference over so many histories stays under if repeats alone move it. */
  OptionalDouble reach(Metric metric, int histories) {
    return noise(metric)
        .map(noise -> OptionalDouble.of(noise.reach(histories)))
        .orElse(OptionalDouble.empty());
  }

  /**
   * The noise in a sentence, and one for each effect in the deciding measure that lies under it.
   *
   * @param contrasts of this format and others
   */
  List<String> sentences(List<Contrast> contrasts) {
    Optional<Metric> measure = Measures.deciding(format);
    Optional<RepeatNoise> noise = measure.flatMap(this::noise);
    if (noise.isEmpty()) {
      return List.of();
    }
    List<String> sentences = new ArrayList<>();
    sentences.add(said(measure.get(), noise.get()));
    contrasts.stream()
        .filter(row -> row.format().equals(format.name()))
        .filter(row -> row.measure().equals(measure.get().name()))
        .filter(Repeats::isUnderNoise)
        .map(
            row ->
                String.format(
                    Locale.ROOT,
                    "%s: %s (%s) of %+.4f in %s lies under the noise of live repeats, %.4f over %d histories.",
                    row.format(),
                    row.name(),
                    row.direction(),
                    row.value().orElseThrow(),
                    row.measure(),
                    row.noise().orElseThrow(),
                    row.histories()))
        .forEach(sentences::add);
    return sentences;
  }

  private static boolean isUnderNoise(Contrast row) {
    return row.value().isPresent()
        && row.noise().isPresent()
        && Math.abs(row.value().getAsDouble()) < row.noise().getAsDouble();
  }

  private String said(Metric measure, RepeatNoise noise) {
    return noise.standardDeviation() == 0
        ? "%s: %d cells were asked again live and came out the same in %s: whoever answers always answers alike, or something on the way keeps answers."
            .formatted(format.name(), noise.cells(), measure.name())
        : String.format(
            Locale.ROOT,
            "%s: the noise of live repeats is %.4f, the standard deviation of a history's difference in %s between two reads of one cell (%d cells); repeats alone move a mean difference over n histories by that over the root of n, and under the figure beside each effect 19 times in 20.",
            format.name(),
            noise.standardDeviation(),
            measure.name(),
            noise.cells());
  }
}
