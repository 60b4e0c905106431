package dev.carryover.migrations.analysis;

import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.RunReport.Hypothesis;
import dev.carryover.core.stats.Decision;
import dev.carryover.core.stats.GateDecision;
import dev.carryover.core.stats.GateHypothesis;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.core.stats.HypothesisResult;
import dev.carryover.core.stats.HypothesisTest;
import dev.carryover.core.stats.NonInferiorityGate;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reaches the verdict of design/statistics.md from the outcomes of all formats. */
final class Judge {
  private final Plan plan;
  private final Map<String, Outcomes> outcomes;
  private final boolean finished;
  private final List<Claim> claims;

  /**
   * @param finished whether every planned observation was made
   */
  Judge(Plan plan, Map<String, Outcomes> outcomes, boolean finished) {
    this.plan = plan;
    this.outcomes = outcomes;
    this.finished = finished;
    this.claims = claims(false);
  }

  /** The measure of what is claimed about a format; absent where nothing is. */
  Optional<Metric> claimed(PlannedFormat format) {
    return claims.stream()
        .filter(claim -> claim.format().equals(format))
        .map(Claim::measure)
        .findFirst();
  }

  /** What is tested: one claim about one format. */
  record Claim(
      String name,
      String reference,
      PlannedFormat format,
      Metric measure,
      double margin,
      List<HistoryDifference> losses) {}

  /**
   * The judgement.
   *
   * @param decision overall
   * @param reason a sentence
   * @param claims what was tested, in order; without those that hold by construction
   * @param gate the figures; absent where nothing could be tested
   */
  record Judgement(
      Decision decision, String reason, List<Claim> claims, Optional<GateDecision> gate) {}

  /**
   * @param distrust why the instrument is not believed; empty where it is
   */
  Judgement judge(List<Gate> controls, List<String> distrust) {
    Optional<GateDecision> gate = decide(claims);
    List<String> obstacles = obstacles(controls);
    obstacles.addAll(distrust);
    if (!obstacles.isEmpty()) {
      return new Judgement(Decision.NOT_MEASURABLE, String.join("; ", obstacles), claims, gate);
    }
    if (gate.isEmpty()) {
      return new Judgement(
          Decision.PRESERVED,
          "rollout and reference are the same memory read the same way, so nothing can be lost",
          claims,
          gate);
    }
    GateDecision plain = gate.get();
    if (failures() > 0) {
      Decision pessimistic = decide(claims(true)).orElseThrow().decision();
      if (pessimistic != plain.decision()) {
        return new Judgement(
            Decision.INCONCLUSIVE,
            "%s only if the %d failed observations are left out; counted against the rollout it is %s"
                .formatted(plain.decision().label(), failures(), pessimistic.label()),
            claims,
            gate);
      }
    }
    return new Judgement(plain.decision(), reason(plain), claims, gate);
  }

  /** The gate's reason, with the figures that it rests on. */
  private String reason(GateDecision gate) {
    String figures =
        gate.hypotheses().stream()
            .filter(
                result ->
                    gate.decision() == Decision.PRESERVED || result.decision() == gate.decision())
            .map(result -> figures(claim(claims, result), result))
            .collect(Collectors.joining("; "));
    return switch (gate.decision()) {
      case PRESERVED -> figures + ": shown to be under the margin";
      case REGRESSED -> figures + ": shown to be over the margin";
      default -> figures + ": " + gate.reason();
    };
  }

  private static String figures(Claim claim, HypothesisResult result) {
    String interval =
        result
            .test()
            .map(
                test ->
                    String.format(
                        Locale.ROOT,
                        " (95 %% interval %+.3f to %+.3f)",
                        test.interval().low(),
                        test.interval().high()))
            .orElse("");
    return String.format(
        Locale.ROOT,
        "%s (%s) loses %+.3f against %s%s, margin %s",
        claim.measure().name(),
        claim.format().name(),
        result.estimate(),
        claim.reference(),
        interval,
        claim.margin());
  }

  private static Claim claim(List<Claim> claims, HypothesisResult result) {
    return claims.stream()
        .filter(claim -> claim.name().equals(result.name()))
        .findFirst()
        .orElseThrow();
  }

  /** How many observations broke, and stayed broken. */
  long failures() {
    return outcomes.values().stream()
        .flatMap(o -> o.observations().stream())
        .filter(Observation::isFailed)
        .map(o -> o.cell() + " " + o.probe())
        .distinct()
        .count();
  }

  private List<String> obstacles(List<Gate> controls) {
    List<String> obstacles = new ArrayList<>();
    if (!finished) {
      obstacles.add("the run is not finished; the command that began it goes on");
    }
    if (plan.formats().stream()
        .noneMatch(
            format -> outcomes(format, Treatments.ofRollout(plan.rule().rollout())).isPresent())) {
      obstacles.add("only what the old side does was measured, for later runs to compare with");
    }
    controls.stream()
        .filter(control -> !control.passed())
        .forEach(control -> obstacles.add("a control failed: " + control.name() + why(control)));
    if (failures() > plan.rule().maxFailed()) {
      obstacles.add(
          "%d observations failed, %d are allowed".formatted(failures(), plan.rule().maxFailed()));
    }
    if (plan.formats().stream().allMatch(format -> format.measure().isEmpty())) {
      obstacles.add(
          "nothing is measured that this change can touch: that takes probes whose answer is a code, a"
              + " reader that answers in words of its own, or, for an embedder, named evidence and a"
              + " format that ranks");
    }
    for (Claim claim : claims) {
      if (claim.losses().isEmpty()) {
        obstacles.add(claim.name() + " has no probe that both sides scored");
      }
    }
    return obstacles;
  }

  private static String why(Gate control) {
    Map<String, Double> figures = control.figures();
    Double low = figures.get("low");
    Double high = figures.get("high");
    Double least = figures.get("least");
    Double margin = figures.get("margin");
    if (low != null && least != null) {
      return String.format(
          Locale.ROOT, " (by %+.3f at the lower 95 %% limit, %.2f is needed)", low, least);
    }
    return low == null || high == null || margin == null
        ? ""
        : String.format(
            Locale.ROOT,
            " (asked again with nothing changed, the 95 %% interval is %+.3f to %+.3f, and the margin %s)",
            low,
            high,
            margin);
  }

  private static Optional<GateDecision> decide(List<Claim> claims) {
    List<GateHypothesis> hypotheses =
        claims.stream()
            .filter(claim -> !claim.losses().isEmpty())
            .map(claim -> new GateHypothesis(claim.name(), claim.losses(), claim.margin()))
            .toList();
    return hypotheses.isEmpty()
        ? Optional.empty()
        : Optional.of(NonInferiorityGate.decide(hypotheses));
  }

  private List<Claim> claims(boolean failuresAgainst) {
    List<Claim> all = new ArrayList<>();
    for (PlannedFormat format : plan.formats()) {
      Optional<Metric> measure = Measures.deciding(format);
      Optional<Outcomes> rollout = outcomes(format, Treatments.ofRollout(plan.rule().rollout()));
      if (measure.isEmpty() || rollout.isEmpty()) {
        continue;
      }
      for (String name : plan.rule().references()) {
        Optional<Outcomes> reference = outcomes(format, name);
        if (reference.isPresent() && !reference.get().sameCellsAs(rollout.get())) {
          all.add(
              new Claim(
                  claimName(name) + ": " + format.name(),
                  name,
                  format,
                  measure.get(),
                  plan.rule().margin(),
                  Losses.between(reference.get(), rollout.get(), measure.get(), failuresAgainst)));
        }
      }
    }
    return List.copyOf(all);
  }

  /** What is claimed against a reference. */
  static String claimName(String reference) {
    return reference.equals(Treatments.BEFORE) ? "no-regression" : "portability";
  }

  private Optional<Outcomes> outcomes(PlannedFormat format, String name) {
    return plan.treatment(format.name(), Plan.OLD_TO_NEW, name)
        .map(treatment -> Objects.requireNonNull(outcomes.get(treatment.id())));
  }

  /** The rows of the report. */
  static List<Hypothesis> rows(Judgement judgement) {
    List<Hypothesis> rows = new ArrayList<>();
    List<HypothesisResult> results =
        judgement.gate().map(GateDecision::hypotheses).orElse(List.of());
    for (HypothesisResult result : results) {
      rows.add(row(claim(judgement.claims(), result), result));
    }
    return rows;
  }

  private static Hypothesis row(Claim claim, HypothesisResult result) {
    Function<Function<HypothesisTest, Double>, OptionalDouble> figure =
        part ->
            result
                .test()
                .map(test -> OptionalDouble.of(part.apply(test)))
                .orElse(OptionalDouble.empty());
    return new Hypothesis(
        claim.name(),
        claim.format().name(),
        claim.measure().name(),
        claim.margin(),
        OptionalDouble.of(result.estimate()),
        figure.apply(test -> test.interval().low()),
        figure.apply(test -> test.interval().high()),
        figure.apply(HypothesisTest::pPreserved),
        figure.apply(HypothesisTest::pRegressed),
        figure.apply(HypothesisTest::pRegressedHolm),
        result.decision().label(),
        result.histories());
  }

  /** The history that lost most, over all claims. */
  static Optional<HistoryDifference> worst(Collection<Claim> claims) {
    return claims.stream()
        .flatMap(claim -> claim.losses().stream())
        .reduce((one, other) -> other.mean() > one.mean() ? other : one);
  }
}
