package dev.carryover.core.stats;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The gate: a non-inferiority test of the mean loss over histories, as in {@code
 * design/statistics.md}. Everything is preserved if every hypothesis is, uncorrected; anything
 * regressed regresses the whole, Holm-corrected.
 *
 * <p>The caller leaves out what holds by construction, and answers for the controls and for the
 * reference being worth something.
 */
public final class NonInferiorityGate {
  /** One-sided: the same as asking where the 95 % interval lies. */
  public static final double DEFAULT_ALPHA = 0.025;

  /** With fewer histories nothing is called preserved. */
  public static final int FEWEST_FOR_PRESERVED = 5;

  private NonInferiorityGate() {}

  /** Decides at the default alpha; see {@link #decide(List, double)}. */
  public static GateDecision decide(List<GateHypothesis> hypotheses) {
    return decide(hypotheses, DEFAULT_ALPHA);
  }

  /**
   * Tests every hypothesis and decides about all.
   *
   * @param hypotheses at least one, names unique
   * @param alpha one-sided level of each test, in (0, 0.5); two planned looks use half each
   * @throws IllegalArgumentException for no hypothesis, a name given twice, an alpha out of range
   */
  public static GateDecision decide(List<GateHypothesis> hypotheses, double alpha) {
    List<HypothesisResult> results = test(hypotheses, alpha);
    Decision decision = overall(results);
    return new GateDecision(
        decision,
        reason(decision, results),
        alpha,
        results,
        HistoriesPlan.needed(decision, results, alpha));
  }

  /**
   * Holm-adjusted p of "preserved" when one of several candidates is chosen: a candidate's p is its
   * largest, and the correction goes over candidates.
   *
   * @return in the order given; absent for a candidate that could not be tested, which counts as 1
   */
  public static List<OptionalDouble> holmOverCandidates(List<GateDecision> candidates) {
    List<OptionalDouble> largest =
        candidates.stream().map(GateDecision::largestPPreserved).toList();
    double[] adjusted = Holm.adjust(largest.stream().mapToDouble(p -> p.orElse(1)).toArray());
    List<OptionalDouble> result = new ArrayList<>();
    for (int i = 0; i < adjusted.length; i++) {
      result.add(
          largest.get(i).isPresent() ? OptionalDouble.of(adjusted[i]) : OptionalDouble.empty());
    }
    return List.copyOf(result);
  }

  /**
   * Tests every hypothesis: {@link #decide(List, double)} without the count of the histories that
   * would decide it, which takes a thousand times as long.
   *
   * @param hypotheses at least one, names unique
   * @param alpha one-sided level of each test, in (0, 0.5)
   * @throws IllegalArgumentException for no hypothesis, a name given twice, an alpha out of range
   */
  public static List<HypothesisResult> test(List<GateHypothesis> hypotheses, double alpha) {
    requireTestable(hypotheses, alpha);
    List<Optional<TEstimate>> estimates =
        hypotheses.stream().map(h -> TEstimate.floored(h.histories())).toList();
    double[] pRegressed = new double[hypotheses.size()];
    for (int i = 0; i < pRegressed.length; i++) {
      double margin = hypotheses.get(i).margin();
      pRegressed[i] = estimates.get(i).map(estimate -> estimate.pAbove(margin)).orElse(1.0);
    }
    double[] holm = Holm.adjust(pRegressed);
    List<HypothesisResult> results = new ArrayList<>();
    for (int i = 0; i < pRegressed.length; i++) {
      GateHypothesis hypothesis = hypotheses.get(i);
      double raw = pRegressed[i];
      double adjusted = holm[i];
      Optional<HypothesisTest> test =
          estimates
              .get(i)
              .map(
                  estimate ->
                      new HypothesisTest(
                          estimate.standardError(),
                          estimate.interval(),
                          estimate.pBelow(hypothesis.margin()),
                          raw,
                          adjusted));
      results.add(new HypothesisResult(hypothesis, test, own(hypothesis, test, alpha)));
    }
    return List.copyOf(results);
  }

  /** The decision about all of them together. */
  public static Decision overall(List<HypothesisResult> results) {
    if (anyIs(results, Decision.NOT_MEASURABLE)) {
      return Decision.NOT_MEASURABLE;
    }
    if (results.stream().allMatch(result -> result.decision() == Decision.PRESERVED)) {
      return Decision.PRESERVED;
    }
    return anyIs(results, Decision.REGRESSED) ? Decision.REGRESSED : Decision.INCONCLUSIVE;
  }

  private static Decision own(
      GateHypothesis hypothesis, Optional<HypothesisTest> test, double alpha) {
    if (test.isEmpty()) {
      return Decision.NOT_MEASURABLE;
    }
    if (test.get().pPreserved() < alpha && hypothesis.histories().size() >= FEWEST_FOR_PRESERVED) {
      return Decision.PRESERVED;
    }
    return test.get().pRegressedHolm() < alpha ? Decision.REGRESSED : Decision.INCONCLUSIVE;
  }

  private static String reason(Decision decision, List<HypothesisResult> results) {
    return switch (decision) {
      case NOT_MEASURABLE ->
          "one history only, and a spread needs two: "
              + names(results, result -> result.decision() == Decision.NOT_MEASURABLE);
      case PRESERVED -> "every hypothesis is shown to lose less than its margin";
      case REGRESSED ->
          "shown to lose more than the margin: "
              + names(results, result -> result.decision() == Decision.REGRESSED);
      case INCONCLUSIVE ->
          results.stream().allMatch(result -> result.histories() < FEWEST_FOR_PRESERVED)
              ? "with fewer than "
                  + FEWEST_FOR_PRESERVED
                  + " histories nothing is called preserved, and no loss over the margin is shown"
              : "shown neither under nor over the margin: "
                  + names(results, result -> result.decision() == Decision.INCONCLUSIVE);
    };
  }

  private static String names(List<HypothesisResult> results, Predicate<HypothesisResult> which) {
    return results.stream()
        .filter(which)
        .map(HypothesisResult::name)
        .collect(Collectors.joining(", "));
  }

  private static boolean anyIs(List<HypothesisResult> results, Decision decision) {
    return results.stream().anyMatch(result -> result.decision() == decision);
  }

  private static void requireTestable(List<GateHypothesis> hypotheses, double alpha) {
    if (!(alpha > 0 && alpha < 0.5)) {
      throw new IllegalArgumentException(
          "alpha is " + alpha + ": it is one-sided and must lie between 0 and 0.5");
    }
    if (hypotheses.isEmpty()) {
      throw new IllegalArgumentException(
          "no hypothesis to decide about: if all hold by construction, say so instead");
    }
    Set<String> seen = new HashSet<>();
    for (GateHypothesis hypothesis : hypotheses) {
      if (!seen.add(hypothesis.name())) {
        throw new IllegalArgumentException("hypothesis " + hypothesis.name() + " is given twice");
      }
    }
  }
}
