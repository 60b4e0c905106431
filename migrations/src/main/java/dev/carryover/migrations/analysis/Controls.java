package dev.carryover.migrations.analysis;

import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Reply;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.migrations.analysis.Outcomes.Pair;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Checks the controls of one format: may its figures be believed? */
final class Controls {
  /** The reference must beat a senseless memory by this much, at the lower 95 % limit. */
  static final double WORTH = 0.20;

  private final Plan plan;
  private final PlannedFormat format;
  private final Map<String, Outcomes> outcomes;
  private final Set<String> services;

  /**
   * @param services names of the players that answer afresh each time
   */
  Controls(Plan plan, PlannedFormat format, Map<String, Outcomes> outcomes, Set<String> services) {
    this.plan = plan;
    this.format = format;
    this.outcomes = outcomes;
    this.services = services;
  }

  /**
   * Every control that was run.
   *
   * @param measure what a claim about this format rests on; absent where there is no claim, and
   *     then nothing needs to be worth anything
   */
  List<Gate> all(Optional<Metric> measure) {
    List<Gate> gates = new ArrayList<>();
    noOp().ifPresent(gates::add);
    noise().map(noise -> noise.gate(plan.rule().margin())).ifPresent(gates::add);
    measure.ifPresent(metric -> gates.addAll(worth(metric)));
    return gates;
  }

  private List<Gate> worth(Metric measure) {
    List<Gate> gates = new ArrayList<>();
    for (String reference : plan.rule().references()) {
      for (String senseless : List.of(Treatments.SHUFFLED, Treatments.EMPTY)) {
        worth(reference, senseless, measure).ifPresent(gates::add);
      }
    }
    return gates;
  }

  /**
   * What services change of themselves, writing included; absent where none plays a part, where
   * nothing decides, and with fewer than two histories.
   */
  private Optional<Noise> noise() {
    Optional<Outcomes> before = outcomes(Treatments.BEFORE);
    Optional<Outcomes> again = outcomes(Treatments.NO_OP);
    if (before.isEmpty() || again.isEmpty() || !isLive(before.get())) {
      return Optional.empty();
    }
    return Measures.deciding(format)
        .flatMap(measure -> Noise.between(format.name(), before.get(), again.get(), measure));
  }

  private boolean isLive(Outcomes some) {
    return some.treatment().cell().stream()
        .flatMap(
            cell ->
                Stream.of(
                    cell.format(),
                    cell.writer(),
                    cell.reader(),
                    cell.indexEmbedder(),
                    cell.queryEmbedder()))
        .anyMatch(services::contains);
  }

  /** Where every player is built in, writing and reading again must change nothing. */
  private Optional<Gate> noOp() {
    Optional<Outcomes> before = outcomes(Treatments.BEFORE);
    Optional<Outcomes> again = outcomes(Treatments.NO_OP);
    if (before.isEmpty() || again.isEmpty() || isLive(before.get())) {
      return Optional.empty();
    }
    int compared = 0;
    int changed = 0;
    for (String history : before.get().histories().keySet()) {
      for (Pair pair : before.get().pairedWith(again.get(), history)) {
        if (!pair.here().isFailed() && !pair.there().isFailed()) {
          compared++;
          changed += sameResult(pair.here(), pair.there()) ? 0 : 1;
        }
      }
    }
    TreeMap<String, Double> figures = new TreeMap<>();
    figures.put("compared", (double) compared);
    figures.put("changed", (double) changed);
    return Optional.of(
        new Gate(format.name() + ": no-op changes nothing", compared > 0 && changed == 0, figures));
  }

  /** The reference must be worth something; one history alone cannot show it. */
  private Optional<Gate> worth(String reference, String senseless, Metric measure) {
    Optional<Outcomes> good = outcomes(reference);
    Optional<Outcomes> bad = outcomes(senseless);
    if (good.isEmpty() || bad.isEmpty() || good.get().histories().size() < 2) {
      return Optional.empty();
    }
    List<HistoryDifference> gaps = Losses.between(good.get(), bad.get(), measure, false);
    TreeMap<String, Double> figures = new TreeMap<>();
    figures.put("least", WORTH);
    Optional<TEstimate> estimate = TEstimate.floored(gaps);
    estimate.ifPresent(
        gap -> {
          figures.put("difference", gap.mean());
          figures.put("low", gap.interval().low());
          figures.put("high", gap.interval().high());
        });
    boolean passed = estimate.isPresent() && estimate.get().interval().low() >= WORTH;
    return Optional.of(
        new Gate(
            "%s: %s beats %s memory".formatted(format.name(), reference, senseless),
            passed,
            figures));
  }

  private static boolean sameResult(Observation one, Observation other) {
    return one.outcome().equals(other.outcome())
        && one.retrieved().equals(other.retrieved())
        && one.reply().map(Reply::text).equals(other.reply().map(Reply::text));
  }

  private Optional<Outcomes> outcomes(String name) {
    return plan.treatment(format.name(), Plan.OLD_TO_NEW, name)
        .map(PlannedTreatment::id)
        .map(outcomes::get)
        .filter(found -> !found.isEmpty());
  }
}
