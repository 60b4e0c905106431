package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two readings of the same items. */
class PairedItemsTest {
  /**
   * Expected values: Newcombe's formula over the limits of statsmodels 0.15.0,
   * proportion_confint(method='wilson'). Fagerland, Lydersen and Laake (2014) print -0.507 to
   * -0.026 for the first table, with its rows for before and after exchanged.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 7, 1, 12, -0.506920226686141, -0.025559124164859837",
    "14, 0, 5, 22, 0.011483241383033221, 0.2264926843512112",
    "4, 9, 3, 16, -0.380671578153492, 0.027348082094198506",
  })
  void theIntervalOfAPairedDifferenceIsNewcombes(
      int both, int lost, int gained, int neither, double low, double high) {
    Interval interval = PairedDifference.interval(both, lost, gained, neither).orElseThrow();
    assertThat(interval.low()).isCloseTo(low, within(1e-12));
    assertThat(interval.high()).isCloseTo(high, within(1e-12));
  }

  @Test
  void theIntervalTurnsWithItsDirection() {
    Interval there = PairedDifference.interval(30, 12, 5, 13).orElseThrow();
    Interval back = PairedDifference.interval(30, 5, 12, 13).orElseThrow();
    assertThat(back.low()).isCloseTo(-there.high(), within(1e-15));
    assertThat(back.high()).isCloseTo(-there.low(), within(1e-15));
  }

  @Test
  void answersThatNeverChangeLeaveDoubtAllTheSame() {
    Interval ceiling = PairedDifference.interval(20, 0, 0, 0).orElseThrow();
    assertThat(ceiling.low()).isLessThan(-0.1);
    assertThat(ceiling.high()).isGreaterThan(0.1);
    assertThat(PairedDifference.interval(0, 0, 0, 0)).isEmpty();
  }

  /**
   * Expected values: SciPy 1.17.1, binom.pmf summed over all tables with binomtest(...) under .05.
   */
  @ParameterizedTest
  @CsvSource({
    "40, 8, 8, 0.8386711827678357",
    "40, 10, 9, 0.8357379254900388",
    "160, 8, 8, 0.8157757042685098",
    "60, 20, 15, 0.9369245187482834",
  })
  void powerAgreesWithEveryTableSummedInSciPy(int items, int changed, int net, double power) {
    assertThat(McNemarPower.power(items, (double) changed / items, (double) net / items, 0.05))
        .isCloseTo(power, within(1e-10));
  }

  /** Expected values: the first net change that the same sums in SciPy give 0.8. */
  @ParameterizedTest
  @CsvSource({"40, 0, 8", "40, 10, 9", "60, 20, 13", "20, 0, 8"})
  void theDetectableChangeIsTheFirstWithEnoughPower(int items, int changed, int net) {
    assertThat(McNemarPower.detectable(items, changed, 0.05, 0.8)).hasValue(net);
  }

  @Test
  void fiveItemsShowNothingWhateverHappens() {
    assertThat(McNemarPower.detectable(5, 0, 0.05, 0.8)).isEmpty();
  }

  @Test
  void noMoreThanWhatChangesCanDiffer() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> McNemarPower.power(10, 0.1, 0.2, 0.05))
        .withMessage("a difference of 0.2 where a share of 0.1 changes");
  }
}
