package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Expected counts: scipy.stats.nct and chi2, SciPy 1.17.1, by the formula of the design. */
class HistoriesNeededTest {
  @Test
  void theHardestUndecidedHypothesisSetsTheCountWhereAllAreUnderTheMargin() {
    assertThat(needed(spread("hard", 10, .02, .06), spread("easy", 10, .01, .06)))
        .isEqualTo(OptionalInt.of(73));
  }

  @Test
  void whatIsPreservedAlreadyDoesNotSetTheCount() {
    assertThat(needed(spread("undecided", 10, .02, .06), spread("sure", 10, .02, .01)))
        .isEqualTo(OptionalInt.of(73));
  }

  @Test
  void theEasiestRegressionSetsTheCountWhereAnyIsOverTheMargin() {
    assertThat(needed(spread("over", 10, .08, .06), spread("just over", 10, .051, .06)))
        .isEqualTo(OptionalInt.of(67));
    assertThat(needed(spread("over", 10, .08, .06), spread("under", 10, .02, .06)))
        .isEqualTo(OptionalInt.of(67));
  }

  @Test
  void eachHypothesisIsPlannedFromItsOwnMarginAndSample() {
    List<HistoryDifference> ten = spread("a", 10, .12, .06).histories();
    assertThat(needed(new GateHypothesis("wide margin", ten, .15))).isEqualTo(OptionalInt.of(55));
  }

  @Test
  void fewerThanFiveAreNeverAdvised() {
    assertThat(needed(spread("tight", 4, -.03, .008))).isEqualTo(OptionalInt.of(5));
  }

  @Test
  void anEstimateAtTheMarginHasNoCount() {
    HistoriesNeeded needed =
        NonInferiorityGate.decide(List.of(spread("close", 10, .0499, .06))).historiesNeeded();
    assertThat(needed.count()).isEmpty();
    assertThat(needed.whyAbsent()).hasValue("the estimate lies at the margin");
    assertThat(needed(spread("exactly", 2, .05, 0))).isEmpty();
  }

  @Test
  void aCountAndAReasonExcludeEachOther() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HistoriesNeeded(OptionalInt.empty(), Optional.empty()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HistoriesNeeded(OptionalInt.of(9), Optional.of("why")));
  }

  private static OptionalInt needed(GateHypothesis... hypotheses) {
    GateDecision decision = NonInferiorityGate.decide(List.of(hypotheses));
    assertThat(decision.decision()).isEqualTo(Decision.INCONCLUSIVE);
    return decision.historiesNeeded().count();
  }

  /** An even number of histories with exactly that mean and standard deviation. */
  private static GateHypothesis spread(String name, int n, double mean, double sd) {
    double step = sd * Math.sqrt((n - 1.0) / n);
    List<HistoryDifference> histories = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      histories.add(new HistoryDifference("h" + i, mean + (i % 2 == 0 ? step : -step), 1e-8, 160));
    }
    return new GateHypothesis(name, histories);
  }
}
