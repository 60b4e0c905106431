package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/**
 * Expected figures: an independent gate in NumPy 2.4.6, SciPy 1.17.1 (t, chi2, nct) and statsmodels
 * 0.15.0 (multipletests).
 */
class NonInferiorityGateTest {
  private static final double DIGITS = 1e-12;

  @Test
  void everyFigureOfAMixedDecisionAgreesWithTheIndependentGate() {
    GateHypothesis notes = hypothesis("notes", .05, 40, "2:5 1:1 3:6 0:4 2:2 1:3");
    GateHypothesis rag = hypothesis("rag", .10, 40, "0:1 1:0 0:0 2:2 1:2 0:1");
    GateHypothesis temporal =
        new GateHypothesis(
            "family temporal",
            List.of(
                history("a", 1, 3, 10),
                history("b", 0, 2, 8),
                history("c", 2, 3, 12),
                history("d", 1, 1, 10),
                history("e", 0, 0, 9),
                history("f", 1, 2, 10)));

    GateDecision decision = NonInferiorityGate.decide(List.of(notes, rag, temporal));

    assertThat(decision.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(decision.reason())
        .isEqualTo("shown neither under nor over the margin: notes, family temporal");
    HypothesisResult second = decision.hypotheses().get(1);
    assertThat(second.decision()).isEqualTo(Decision.PRESERVED);
    assertThat(second.estimate()).isCloseTo(0.008333333333333333, within(DIGITS));
    assertThat(second.margin()).isEqualTo(.10);
    assertThat(second.histories()).isEqualTo(6);
    HypothesisTest test = second.test().orElseThrow();
    assertThat(test.standardError()).isCloseTo(0.018572429894641897, within(DIGITS));
    assertThat(test.interval().low()).isCloseTo(-0.039408617597462, within(DIGITS));
    assertThat(test.interval().high()).isCloseTo(0.056075284264128666, within(DIGITS));
    assertThat(test.pPreserved()).isCloseTo(0.00216921315432635, within(DIGITS));
    assertThat(test.pRegressed()).isCloseTo(0.9978307868456736, within(DIGITS));
    assertThat(test.pRegressedHolm()).isEqualTo(1);
    HypothesisTest family = decision.hypotheses().get(2).test().orElseThrow();
    assertThat(family.standardError()).isCloseTo(0.07248600017999417, within(DIGITS));
    assertThat(family.pRegressed()).isCloseTo(0.23901213339800004, within(DIGITS));
    assertThat(family.pRegressedHolm()).isCloseTo(0.7170364001940002, within(DIGITS));
    assertThat(decision.historiesNeeded().count()).hasValue(232);
    assertThat(decision.largestPPreserved().orElseThrow())
        .isCloseTo(0.760987866602, within(DIGITS));
  }

  @Test
  void everyHypothesisMustBeShownToBePreserved() {
    GateDecision decision = NonInferiorityGate.decide(twoPreserved());
    assertThat(decision.decision()).isEqualTo(Decision.PRESERVED);
    assertThat(decision.reason())
        .isEqualTo("every hypothesis is shown to lose less than its margin");
    assertThat(decision.largestPPreserved().orElseThrow())
        .isCloseTo(0.00022274262870292214, within(DIGITS));
    assertThat(decision.historiesNeeded().count()).isEmpty();
    assertThat(decision.historiesNeeded().whyAbsent()).hasValue("the histories at hand decide it");
  }

  @Test
  void threeHistoriesCanShowARegression() {
    GateDecision decision = NonInferiorityGate.decide(List.of(badNotes()));
    assertThat(decision.decision()).isEqualTo(Decision.REGRESSED);
    assertThat(decision.reason()).isEqualTo("shown to lose more than the margin: notes");
    assertThat(decision.hypotheses().get(0).test().orElseThrow().pRegressed())
        .isCloseTo(0.014060302395504511, within(DIGITS));
  }

  @Test
  void holmWithholdsARegressionThatOneHypothesisAloneWouldShow() {
    GateHypothesis rag = hypothesis("rag", .05, 40, "1:2 1:0 0:0");
    GateDecision decision = NonInferiorityGate.decide(List.of(badNotes(), rag));
    assertThat(decision.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(decision.hypotheses().get(0).test().orElseThrow().pRegressedHolm())
        .isCloseTo(0.028120604791009023, within(DIGITS));
    assertThat(decision.historiesNeeded().count()).hasValue(7);
  }

  @Test
  void oneRegressionOutweighsWhatIsPreserved() {
    List<GateHypothesis> all = new ArrayList<>(twoPreserved());
    all.add(hypothesis("kg", .05, 40, "0:20 1:18 0:19 2:22 0:17 0:16"));
    GateDecision decision = NonInferiorityGate.decide(all);
    assertThat(decision.decision()).isEqualTo(Decision.REGRESSED);
    assertThat(decision.hypotheses())
        .extracting(HypothesisResult::decision)
        .containsExactly(Decision.PRESERVED, Decision.PRESERVED, Decision.REGRESSED);
  }

  @Test
  void twoToFourHistoriesAreNeverCalledPreserved() {
    for (int n = 2; n <= 4; n++) {
      GateDecision decision = NonInferiorityGate.decide(List.of(tied("notes", n, 4_000)));
      assertThat(decision.hypotheses().get(0).test().orElseThrow().pPreserved()).isLessThan(.025);
      assertThat(decision.decision()).isEqualTo(Decision.INCONCLUSIVE);
      assertThat(decision.hypotheses().get(0).decision()).isEqualTo(Decision.INCONCLUSIVE);
      assertThat(decision.reason()).startsWith("with fewer than 5 histories");
      assertThat(decision.historiesNeeded().count()).hasValue(5);
    }
    assertThat(NonInferiorityGate.decide(List.of(tied("notes", 5, 4_000))).decision())
        .isEqualTo(Decision.PRESERVED);
  }

  @Test
  void tiesOnFewProbesAreNoCertainty() {
    assertThat(NonInferiorityGate.decide(List.of(tied("notes", 5, 10))).decision())
        .isEqualTo(Decision.INCONCLUSIVE);
  }

  @Test
  void losingEverythingIsRegressedDespiteTheFloor() {
    assertThat(
            NonInferiorityGate.decide(
                    List.of(hypothesis("notes", .05, 40, "0:40 0:40 0:40 0:40 0:40")))
                .decision())
        .isEqualTo(Decision.REGRESSED);
  }

  @Test
  void oneHistoryIsNotMeasurableWhateverTheOthersShow() {
    List<GateHypothesis> all = new ArrayList<>(twoPreserved());
    all.add(hypothesis("kg", .05, 40, "0:20 1:18 0:19 2:22 0:17 0:16"));
    all.add(hypothesis("lcraw", .05, 40, "0:0"));
    GateDecision decision = NonInferiorityGate.decide(all);
    assertThat(decision.decision()).isEqualTo(Decision.NOT_MEASURABLE);
    assertThat(decision.reason()).endsWith("lcraw");
    assertThat(decision.hypotheses().get(3).test()).isEmpty();
    assertThat(decision.hypotheses().get(3).estimate()).isZero();
    assertThat(decision.hypotheses().get(2).decision()).isEqualTo(Decision.REGRESSED);
    assertThat(decision.largestPPreserved()).isEmpty();
    assertThat(decision.historiesNeeded().whyAbsent())
        .hasValue("one history shows no spread to plan with");
  }

  @Test
  void aPThatEqualsAlphaShowsNothing() {
    GateHypothesis notes = twoPreserved().get(0);
    double p =
        NonInferiorityGate.decide(List.of(notes))
            .hypotheses()
            .get(0)
            .test()
            .orElseThrow()
            .pPreserved();
    assertThat(NonInferiorityGate.decide(List.of(notes), p).decision())
        .isEqualTo(Decision.INCONCLUSIVE);
    assertThat(NonInferiorityGate.decide(List.of(notes), Math.nextUp(p)).decision())
        .isEqualTo(Decision.PRESERVED);
  }

  @Test
  void severalCandidatesPayForTheChoice() {
    GateDecision good = NonInferiorityGate.decide(twoPreserved());
    GateDecision bad = NonInferiorityGate.decide(List.of(badNotes()));
    GateDecision none = NonInferiorityGate.decide(List.of(hypothesis("notes", .05, 40, "0:0")));
    double p = good.largestPPreserved().orElseThrow();
    assertThat(NonInferiorityGate.holmOverCandidates(List.of(bad, good, none)))
        .containsExactly(OptionalDouble.of(1), OptionalDouble.of(3 * p), OptionalDouble.empty());
    assertThat(NonInferiorityGate.holmOverCandidates(List.of())).isEmpty();
  }

  @Test
  void theMarginIsFivePointsUnlessGiven() {
    GateHypothesis notes = hypothesis("notes", .05, 40, "0:1 0:7 3:1 0:7 0:2");
    assertThat(notes.margin()).isEqualTo(GateHypothesis.DEFAULT_MARGIN);
  }

  @Test
  void whatCannotBeTestedIsRefusedByName() {
    GateHypothesis notes = twoPreserved().get(0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NonInferiorityGate.decide(List.of()))
        .withMessageContaining("no hypothesis");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NonInferiorityGate.decide(List.of(notes, notes)))
        .withMessage("hypothesis notes is given twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NonInferiorityGate.decide(List.of(notes), Double.NaN))
        .withMessageContaining("alpha is NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GateHypothesis("notes", List.of()))
        .withMessageContaining("notes has no history");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GateHypothesis("notes", notes.histories(), 5))
        .withMessageContaining("the margin of notes is 5.0");
    HistoryDifference twice = notes.histories().get(0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GateHypothesis("notes", List.of(twice, twice)))
        .withMessage("hypothesis notes has history h0 twice");
  }

  private static List<GateHypothesis> twoPreserved() {
    return List.of(
        hypothesis("notes", .05, 200, "1:2 2:1 0:3 1:1 2:4 0:0"),
        hypothesis("rag", .10, 200, "3:9 2:12 1:1 4:6 5:15 0:8"));
  }

  private static GateHypothesis badNotes() {
    return hypothesis("notes", .05, 40, "1:15 0:13 2:16");
  }

  private static GateHypothesis tied(String name, int histories, int probes) {
    return hypothesis(name, .05, probes, "0:0 ".repeat(histories).trim());
  }

  /** Histories as "gained:lost" answers, out of equally many probes. */
  private static GateHypothesis hypothesis(
      String name, double margin, int probes, String gainedAndLost) {
    List<HistoryDifference> histories = new ArrayList<>();
    for (String pair : gainedAndLost.split(" ", -1)) {
      String[] counts = pair.split(":", -1);
      histories.add(
          history(
              "h" + histories.size(),
              Integer.parseInt(counts[0]),
              Integer.parseInt(counts[1]),
              probes));
    }
    return new GateHypothesis(name, histories, margin);
  }

  private static HistoryDifference history(String id, int gained, int lost, int probes) {
    double[] differences = new double[probes];
    for (int j = 0; j < gained + lost; j++) {
      differences[j] = j < gained ? -1 : 1;
    }
    return HistoryDifference.of(id, differences);
  }
}
