package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Expected values: statsmodels 0.15.0, proportion_confint(method='wilson') and mcnemar(exact=True).
 */
class ProportionsTest {
  @ParameterizedTest
  @CsvSource({
    "7, 20, .99, 0.14639344137693883, 0.6283381789526872",
    "20, 20, .95, 0.8388748419471804, 1",
    "1, 1, .95, 0.2065493143772374, 1",
  })
  void wilsonAgreesWithStatsmodels(int k, int n, double level, double low, double high) {
    Interval interval = Wilson.interval(k, n, level).orElseThrow();
    assertThat(interval.low()).isCloseTo(low, within(1e-13));
    assertThat(interval.high()).isCloseTo(high, within(1e-13));
  }

  @Test
  void floorAndCeilingAreExactLimits() {
    assertThat(Wilson.interval(0, 9).orElseThrow().low()).isZero();
    assertThat(Wilson.interval(9, 9).orElseThrow().high()).isEqualTo(1);
  }

  @Test
  void withoutATrialThereIsNoInterval() {
    assertThat(Wilson.interval(0, 0)).isEmpty();
  }

  @Test
  void impossibleCountsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Wilson.interval(3, 2))
        .withMessage("trials, with 3 successes, is 2: it must be at least 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Wilson.interval(-1, 2))
        .withMessageContaining("successes is -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> McNemar.exactP(2, -1))
        .withMessageContaining("gained is -1");
  }

  @ParameterizedTest
  @CsvSource({
    "5, 5, 1",
    "1, 0, 1",
    "0, 12, 0.00048828125",
    "60, 61, 1",
    "1000, 1100, 0.03072070786424249",
  })
  void exactMcNemarAgreesWithStatsmodelsAndIsSymmetric(int lost, int gained, double p) {
    assertThat(McNemar.exactP(lost, gained)).isCloseTo(p, withinPercentage(1e-8));
    assertThat(McNemar.exactP(gained, lost)).isEqualTo(McNemar.exactP(lost, gained));
  }

  /** 1 − .05^(1/n) in Python 3. */
  @ParameterizedTest
  @CsvSource({
    "1, .95",
    "2, 0.7763932022500211",
    "24, 0.11734615615494881",
    "48, 0.06050340934889431"
  })
  void theUndetectedShareShrinksWithHistories(int histories, double share) {
    assertThat(UndetectedShare.upperBound(histories)).isCloseTo(share, within(1e-13));
  }

  @Test
  void withoutAHistoryNothingBoundsTheShare() {
    assertThatIllegalArgumentException().isThrownBy(() -> UndetectedShare.upperBound(0));
  }
}
