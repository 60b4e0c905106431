package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/**
 * Expected counts: SciPy 1.17.1, the smallest n with {@code nct.sf(t.isf(alpha, n - 1), n - 1,
 * margin * sqrt(n) / sd) >= 0.8}; expected deviations: {@code numpy.std(ddof=1)}.
 */
class CalibratedPowerTest {
  private static final double[] LOSSES = {
    .01, .03, -.02, .05, 0, .02, .04, -.01, .03, .01, .2, -.1
  };

  @Test
  void twelveHistoriesSayHowManyTheMarginNeeds() {
    CalibratedPower power = CalibratedPower.of(.05, LOSSES).orElseThrow();

    assertThat(power.calibration()).isEqualTo(12);
    assertThat(power.standardDeviation()).isCloseTo(0.06833518105410251, within(1e-12));
    assertThat(power.atFivePercent()).hasValue(14);
    assertThat(power.atTwoAndAHalf()).hasValue(17);
  }

  @Test
  void thePapersCountsAreThoseOfTheTwoSidedLevel() {
    CalibratedPower after = CalibratedPower.ofSpread(.05, .121, 12);
    CalibratedPower first = CalibratedPower.ofSpread(.05, .28, 12);

    assertThat(after.atTwoAndAHalf()).hasValue(48);
    assertThat(after.atFivePercent()).hasValue(38);
    assertThat(first.atTwoAndAHalf()).hasValue(249);
    assertThat(first.atFivePercent()).hasValue(196);
  }

  @Test
  void pointsAndFractionsGiveTheSamePlan() {
    double[] points = java.util.Arrays.stream(LOSSES).map(loss -> 100 * loss).toArray();

    assertThat(CalibratedPower.of(5, points).orElseThrow().atFivePercent())
        .isEqualTo(CalibratedPower.of(.05, LOSSES).orElseThrow().atFivePercent());
  }

  @Test
  void withoutASpreadThereIsNoPlan() {
    assertThat(CalibratedPower.of(.05)).isEmpty();
    assertThat(CalibratedPower.of(.05, .1)).isEmpty();
    assertThat(CalibratedPower.of(.05, .1, .1, .1)).isEmpty();
    assertThat(CalibratedPower.of(1e-6, 0, 1).orElseThrow().atFivePercent())
        .as("more histories than anybody has")
        .isEmpty();
  }

  @Test
  void aMarginOfNothingCannotBeShown() {
    assertThatThrownBy(() -> CalibratedPower.of(0, LOSSES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("margin");
    assertThatThrownBy(() -> CalibratedPower.of(.05, .1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
