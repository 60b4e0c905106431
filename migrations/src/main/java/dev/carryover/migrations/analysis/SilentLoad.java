package dev.carryover.migrations.analysis;

import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Reply;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.migrations.analysis.Outcomes.Pair;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What it costs to load another model's cache without a word where the shapes fit: how many answers
 * change against those from the reader's own cache, and how far the distribution of the first token
 * moves. Means over the probes of each history, then over histories.
 */
final class SilentLoad {
  private final Plan plan;
  private final PlannedFormat format;
  private final Map<String, Outcomes> outcomes;

  SilentLoad(Plan plan, PlannedFormat format, Map<String, Outcomes> outcomes) {
    this.plan = plan;
    this.format = format;
    this.outcomes = outcomes;
  }

  /** The rows of the report, in both directions; none where no cache was forced on a model. */
  List<Contrast> rows() {
    List<Contrast> rows = new ArrayList<>();
    if (isForced()) {
      for (String direction : List.of(Plan.OLD_TO_NEW, Plan.NEW_TO_OLD)) {
        row(direction, "changed answers", "changed-answers", Optional.empty(), SilentLoad::changed)
            .ifPresent(rows::add);
        row(direction, "KL", "next-token-kl", Optional.of("nats"), pair -> kl(pair.there()))
            .ifPresent(rows::add);
      }
    }
    return rows;
  }

  /** Says that the figures of the inherited store are those of a mistake. */
  Optional<String> limit() {
    return rows().isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s was made to go on from another model's cache where the shapes fit (%s): what is inherited shows the price of that mistake. Without it such a cache is refused."
                .formatted(format.name(), MigrationFile.FORCE_SAME_SHAPE));
  }

  private boolean isForced() {
    return format.settings().getOrDefault(MigrationFile.FORCE_SAME_SHAPE, "false").equals("true");
  }

  private Optional<Contrast> row(
      String direction,
      String what,
      String measure,
      Optional<String> unit,
      Function<Pair, OptionalDouble> figure) {
    Optional<Outcomes> own = outcomes(direction, Treatments.OWN);
    Optional<Outcomes> silent = outcomes(direction, Treatments.INHERITED);
    if (own.isEmpty() || silent.isEmpty()) {
      return Optional.empty();
    }
    double[] values =
        own.get().histories().keySet().stream()
            .map(history -> mean(own.get().pairedWith(silent.get(), history), figure))
            .flatMapToDouble(OptionalDouble::stream)
            .toArray();
    if (values.length == 0) {
      return Optional.empty();
    }
    Optional<Interval> interval = TEstimate.of(values).map(TEstimate::interval);
    return Optional.of(
        new Contrast(
            "silent-load " + what,
            format.name(),
            direction,
            measure,
            Spread.mean(values),
            Spread.low(interval),
            Spread.high(interval),
            values.length,
            unit,
            Optional.empty()));
  }

  private static OptionalDouble mean(List<Pair> pairs, Function<Pair, OptionalDouble> figure) {
    return pairs.stream().map(figure).flatMapToDouble(OptionalDouble::stream).average();
  }

  private static OptionalDouble changed(Pair pair) {
    Optional<String> own = pair.here().reply().map(Reply::text);
    Optional<String> silent = pair.there().reply().map(Reply::text);
    return own.isPresent() && silent.isPresent()
        ? OptionalDouble.of(own.equals(silent) ? 0 : 1)
        : OptionalDouble.empty();
  }

  private static OptionalDouble kl(Observation silent) {
    return silent.nextTokenKl();
  }

  private Optional<Outcomes> outcomes(String direction, String name) {
    return plan.treatment(format.name(), direction, name)
        .map(PlannedTreatment::id)
        .map(outcomes::get);
  }
}
