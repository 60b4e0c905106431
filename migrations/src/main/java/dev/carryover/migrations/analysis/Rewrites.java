package dev.carryover.migrations.analysis;

import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.RewriteReach;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * How far the style rewrite of one format's stores got, beside what it gained: the share of the
 * parts that were rewritten, and the share of the rewrites that lost an identifier (spec 1.11).
 *
 * @param journalled by the id of the cell that reads the rewritten store
 */
record Rewrites(
    Plan plan,
    PlannedFormat format,
    Map<String, Outcomes> outcomes,
    SortedMap<String, RepairPrice> journalled) {
  private static final String REACH = Treatments.STYLE_REWRITE + " reach";
  private static final String DROPPED = Treatments.STYLE_REWRITE + " identifiers dropped";

  /** The rows of the report; none where nothing was rewritten. */
  List<Contrast> rows() {
    return Stream.of(Plan.OLD_TO_NEW, Plan.NEW_TO_OLD).flatMap(d -> rows(d).stream()).toList();
  }

  private List<Contrast> rows(String direction) {
    List<RewriteReach> reached =
        plan
            .treatment(format.name(), direction, Treatments.STYLE_REWRITE)
            .map(treatment -> outcomes.get(treatment.id()))
            .map(some -> RepairPrices.of(some, journalled).byHistory().values())
            .stream()
            .flatMap(prices -> prices.stream().flatMap(price -> price.reach().stream()))
            .toList();
    List<Contrast> rows = new ArrayList<>();
    row(REACH, "share of the notes' parts", direction, shares(reached, Rewrites::reach))
        .ifPresent(rows::add);
    row(DROPPED, "share of the rewrites", direction, shares(reached, Rewrites::dropped))
        .ifPresent(rows::add);
    return rows;
  }

  private static Optional<Double> reach(RewriteReach reach) {
    return share(reach.rewritten(), reach.parts());
  }

  private static Optional<Double> dropped(RewriteReach reach) {
    return share(reach.losing(), reach.rewritten());
  }

  private static Optional<Double> share(int some, int all) {
    return all == 0 ? Optional.empty() : Optional.of((double) some / all);
  }

  private static double[] shares(
      List<RewriteReach> reached, Function<RewriteReach, Optional<Double>> share) {
    return reached.stream()
        .flatMap(reach -> share.apply(reach).stream())
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  private Optional<Contrast> row(String name, String measure, String direction, double[] values) {
    if (values.length == 0) {
      return Optional.empty();
    }
    Optional<Interval> interval = TEstimate.of(values).map(TEstimate::interval);
    return Optional.of(
        new Contrast(
            name,
            format.name(),
            direction,
            measure,
            Spread.mean(values),
            Spread.low(interval),
            Spread.high(interval),
            values.length));
  }
}
