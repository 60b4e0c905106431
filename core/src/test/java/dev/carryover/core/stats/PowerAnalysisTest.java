package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values: scipy.stats.nct, SciPy 1.17.1. */
class PowerAnalysisTest {
  @ParameterizedTest
  @CsvSource({"2, .06", "3, .28", "10, .06", "248, 12.1"})
  void theDetectableEffectHasThePowerAskedFor(int n, double sd) {
    double effect = PowerAnalysis.detectableEffect(n, sd, .025, .8);
    assertThat(PowerAnalysis.power(n, sd, effect, .025)).isCloseTo(.8, within(1e-11));
  }

  @Test
  void theDetectableEffectAgreesWithSciPyAtFullPrecision() {
    assertThat(PowerAnalysis.detectableEffect(10, .06, .025, .8))
        .isCloseTo(0.05976013525841715, within(1e-11));
    assertThat(PowerAnalysis.detectableEffect(48, .121, .025, .8))
        .isCloseTo(0.049957814951889, within(1e-11));
  }

  @Test
  void noEffectIsShownWithAlpha() {
    assertThat(PowerAnalysis.power(10, .06, 0, .025)).isCloseTo(.025, within(1e-11));
  }

  @Test
  void theNumberOfHistoriesIsTheSmallestThatSuffices() {
    assertThat(PowerAnalysis.requiredHistories(.02, .05, .025, .8)).hasValue(4);
    assertThat(PowerAnalysis.power(3, .02, .05, .025)).isLessThan(.8);
  }

  @Test
  void tooManyHistoriesAreNoPlan() {
    assertThat(PowerAnalysis.requiredHistories(.1, .0028, .025, .8)).isEmpty();
    assertThat(PowerAnalysis.requiredHistories(.1, .00281, .025, .8).orElseThrow())
        .isBetween(9_900, 10_000);
    assertThat(PowerAnalysis.requiredHistories(.1, 0, .025, .8)).isEmpty();
  }

  @Test
  void argumentsOutOfRangeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PowerAnalysis.power(1, .1, .05, .025))
        .withMessage("n is 1: it must be at least 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PowerAnalysis.power(10, Double.NaN, .05, .025))
        .withMessageContaining("sd is NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PowerAnalysis.power(10, .1, -.05, .025))
        .withMessageContaining("effect is -0.05");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PowerAnalysis.detectableEffect(10, .1, .025, .02))
        .withMessageContaining("power 0.02 is not above alpha 0.025");
  }
}
