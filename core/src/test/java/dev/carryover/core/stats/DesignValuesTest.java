package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The table "Values that an implementation must reproduce" of design/statistics.md (SciPy 1.17.1,
 * statsmodels 0.15.0), to every printed digit.
 */
class DesignValuesTest {
  private static final double EIGHT_DIGITS = 0.5e-8;
  private static final double[] D = {.01, .03, -.02, .05, 0, .02, .04, -.01, .03, .01};

  private final TEstimate estimate = TEstimate.of(D).orElseThrow();

  @Test
  void theOneSidedTestAgainstAMarginIsReproduced() {
    assertThat(estimate.statistic(.05)).isCloseTo(-4.84070578, within(EIGHT_DIGITS));
    assertThat(estimate.pBelow(.05)).isCloseTo(.00046006101, within(0.5e-11));
  }

  @Test
  void theIntervalIsReproduced() {
    assertThat(estimate.interval().low()).isCloseTo(.00011113, within(EIGHT_DIGITS));
    assertThat(estimate.interval().high()).isCloseTo(.03188887, within(EIGHT_DIGITS));
  }

  @Test
  void equivalenceIsReproduced() {
    Equivalence equivalence = Equivalence.of(estimate, new Interval(-.02, .02));
    // the table prints .29147646; ttost_paired itself gives .2914764899878878
    assertThat(equivalence.p()).isCloseTo(.29147649, within(EIGHT_DIGITS));
    assertThat(equivalence.pLower()).isCloseTo(.00031169095, within(0.5e-11));
  }

  @Test
  void holmIsReproduced() {
    assertThat(Holm.adjust(.01, .04, .03, .005)).containsExactly(.03, .06, .06, .02);
  }

  @ParameterizedTest
  @CsvSource({
    "47, .121, .79199408",
    "48, .121, .80066138",
    "248, .28, .79989091",
    "249, .28, .80147952"
  })
  void powerIsReproduced(int n, double sd, double power) {
    assertThat(PowerAnalysis.power(n, sd, .05, .025)).isCloseTo(power, within(EIGHT_DIGITS));
  }

  @ParameterizedTest
  @CsvSource({"10, .06, .05976014", "48, .121, .04995781"})
  void theDetectableEffectIsReproduced(int n, double sd, double effect) {
    assertThat(PowerAnalysis.detectableEffect(n, sd, .025, .8))
        .isCloseTo(effect, within(EIGHT_DIGITS));
  }

  @ParameterizedTest
  @CsvSource({"200, 228, .82823484, .91365145", "0, 160, 0, .02344620"})
  void wilsonIsReproduced(int successes, int trials, double low, double high) {
    Interval interval = Wilson.interval(successes, trials).orElseThrow();
    assertThat(interval.low()).isCloseTo(low, within(EIGHT_DIGITS));
    assertThat(interval.high()).isCloseTo(high, within(EIGHT_DIGITS));
  }

  @ParameterizedTest
  @CsvSource({
    "195, 90, 4.6517764e-10, .5e-17",
    "9, 2, .06542969, .5e-8",
    "0, 0, 1, 0",
  })
  void exactMcNemarIsReproduced(int lost, int gained, double p, double digits) {
    assertThat(McNemar.exactP(lost, gained)).isCloseTo(p, within(digits));
  }

  @Test
  void theFloorIsReproducedWhereNoProbeDiffers() {
    List<HistoryDifference> tied =
        IntStream.range(0, 10)
            .mapToObj(i -> HistoryDifference.of("h" + i, new double[160]))
            .toList();
    TEstimate floored = TEstimate.floored(tied).orElseThrow();
    assertThat(floored.standardError()).isCloseTo(.00276058, within(EIGHT_DIGITS));
    assertThat(floored.interval().high()).isCloseTo(.00624486, within(EIGHT_DIGITS));
  }

  @ParameterizedTest
  @CsvSource({".02, 2, 73", ".02, 1, 55", ".08, 2, 67"})
  void theHistoriesNeededAreReproduced(double mean, int hypotheses, int needed) {
    List<HistoryDifference> histories = tenWithSpread(mean, .06);
    List<GateHypothesis> all = new ArrayList<>();
    for (int k = 0; k < hypotheses; k++) {
      all.add(new GateHypothesis("hypothesis " + k, histories));
    }
    GateDecision decision = NonInferiorityGate.decide(all);
    assertThat(decision.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(decision.historiesNeeded().count()).hasValue(needed);
  }

  @ParameterizedTest
  @CsvSource({".025, .121, 48", ".025, .28, 249", ".05, .121, 38", ".05, .28, 196"})
  void thePapersSampleSizesFollowFromTheirPowerStatements(double alpha, double sd, int n) {
    assertThat(PowerAnalysis.requiredHistories(sd, .05, alpha, .8)).hasValue(n);
  }

  @Test
  void theBoundOnTheUndetectedShareIsReproduced() {
    assertThat(UndetectedShare.upperBound(10)).isCloseTo(.26, within(.005));
  }

  @Test
  void tenConversationsPassALosslessUpgradeUpToTheStatedSpread() {
    assertThat(PowerAnalysis.power(10, .0502, .05, .025)).isGreaterThanOrEqualTo(.8);
    assertThat(PowerAnalysis.power(10, .0503, .05, .025)).isLessThan(.8);
  }

  /** Ten histories with exactly that mean and standard deviation, and a floor far below it. */
  private static List<HistoryDifference> tenWithSpread(double mean, double sd) {
    double step = sd * Math.sqrt(9.0 / 10);
    List<HistoryDifference> histories = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      double d = mean + (i % 2 == 0 ? step : -step);
      histories.add(new HistoryDifference("h" + i, d, 1e-8, 160));
    }
    return Collections.unmodifiableList(histories);
  }
}
