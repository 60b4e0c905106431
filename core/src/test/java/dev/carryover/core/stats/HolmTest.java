package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Expected values: statsmodels 0.15.0, multipletests(method='holm'). */
class HolmTest {
  @Test
  void adjustedValuesKeepTheirOrderRiseAndStopAtOne() {
    assertThat(Holm.adjust(.04, .001, .04, .9, .02, .5))
        .containsExactly(new double[] {.16, .006, .16, 1, .1, 1}, within(1e-15));
  }

  @Test
  void oneTestIsNotAdjustedAndNoneIsNoError() {
    assertThat(Holm.adjust(.03)).containsExactly(.03);
    assertThat(Holm.adjust()).isEmpty();
  }

  @Test
  void theInputIsNotChanged() {
    double[] p = {.04, .01};
    Holm.adjust(p);
    assertThat(p).containsExactly(.04, .01);
  }

  @Test
  void zeroAndOneAreProbabilitiesAndNaNIsNot() {
    assertThat(Holm.adjust(1, 0)).containsExactly(1, 0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Holm.adjust(.1, Double.NaN))
        .withMessage("p[1] is NaN: it must lie in [0, 1]");
  }
}
