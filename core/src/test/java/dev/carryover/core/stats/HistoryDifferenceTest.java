package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Expected values: the formula of design/statistics.md in NumPy 2.4.6. */
class HistoryDifferenceTest {
  @Test
  void gradedProbesAreAveragedWithOneAddedGainAndOneAddedLoss() {
    HistoryDifference history = HistoryDifference.of("h", new double[] {.5, -.25, 0, 1, .125});
    assertThat(history.mean()).isCloseTo(.275, within(1e-15));
    assertThat(history.samplingVariance()).isCloseTo(0.06240889212827988, within(1e-15));
    assertThat(history.probes()).isEqualTo(5);
  }

  @Test
  void oneProbeIsAHistoryWithAWideVariance() {
    HistoryDifference history = HistoryDifference.of("h", new double[] {1});
    assertThat(history.mean()).isEqualTo(1);
    assertThat(history.samplingVariance()).isCloseTo(0.2962962962962963, within(1e-15));
    assertThat(HistoryDifference.of("h", new double[1]).samplingVariance())
        .isCloseTo(0.2222222222222222, within(1e-15));
  }

  @Test
  void losingEveryProbeIsNoCertainty() {
    assertThat(HistoryDifference.of("h", new double[] {-1, -1, -1, -1}).samplingVariance())
        .isCloseTo(0.0925925925925926, within(1e-15));
  }

  @Test
  void aHistoryWithoutProbesIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HistoryDifference.of("conv-26", new double[0]))
        .withMessage(
            "history conv-26 has no probe that was scored in both reference and rollout: leave it"
                + " out");
  }

  @Test
  void whatIsNoDifferenceOfFractionsIsRefusedWithItsPlace() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HistoryDifference.of("conv-26", new double[] {0, Double.NaN}))
        .withMessageContaining("probe 1 of history conv-26 is NaN")
        .withMessageContaining("leave unscored probes out");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HistoryDifference.of("conv-26", new double[] {5}))
        .withMessageContaining("is 5.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HistoryDifference("h", Double.NaN, .1, 3))
        .withMessageContaining("the mean of history h is NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HistoryDifference("h", .1, 0, 3))
        .withMessageContaining("the sampling variance of history h is 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HistoryDifference(" ", .1, .1, 3))
        .withMessageContaining("blank");
  }

  @Test
  void averagesThatMissOneByRoundingAreAccepted() {
    assertThat(HistoryDifference.of("h", new double[] {1 + 1e-12}).probes()).isEqualTo(1);
  }
}
