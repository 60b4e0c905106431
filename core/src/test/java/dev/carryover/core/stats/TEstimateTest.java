package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Expected values: scipy.stats.t.interval and ttest_1samp, SciPy 1.17.1. */
class TEstimateTest {
  private static final double[] D = {.01, .03, -.02, .05, 0, .02, .04, -.01, .03, .01};
  private static final double[] E = {.3, .12, -.4, .02};

  @Test
  void theIntervalWidensWithItsLevel() {
    Interval interval = TEstimate.of(D).orElseThrow().interval(.99);
    assertThat(interval.low()).isCloseTo(-0.006826094679952859, within(1e-13));
    assertThat(interval.high()).isCloseTo(0.03882609467995286, within(1e-13));
  }

  @Test
  void theMarginIsTestedOnBothSides() {
    TEstimate estimate = TEstimate.of(E).orElseThrow();
    assertThat(estimate.statistic(-.1)).isCloseTo(0.7410586531326339, within(1e-13));
    assertThat(estimate.pAbove(-.1)).isCloseTo(0.2561965943488398, within(1e-13));
    assertThat(estimate.pBelow(-.1)).isCloseTo(0.7438034056511602, within(1e-13));
  }

  @Test
  void anEstimateOnTheMarginIsAsLikelyOnEitherSide() {
    TEstimate estimate = new TEstimate(10, .05, .01);
    assertThat(estimate.pAbove(.05)).isEqualTo(.5);
    assertThat(estimate.pBelow(.05)).isEqualTo(.5);
  }

  @Test
  void aLimitOnTheMarginIsASignificanceOfExactlyAlpha() {
    TEstimate estimate = TEstimate.of(D).orElseThrow();
    assertThat(estimate.pBelow(estimate.interval().high())).isCloseTo(.025, within(1e-12));
    assertThat(estimate.pAbove(estimate.interval().low())).isCloseTo(.025, within(1e-12));
  }

  @Test
  void withoutTwoValuesThereIsNoEstimate() {
    assertThat(TEstimate.of()).isEmpty();
    assertThat(TEstimate.of(.3)).isEmpty();
    assertThat(TEstimate.floored(List.of())).isEmpty();
    assertThat(TEstimate.floored(List.of(HistoryDifference.of("only", new double[20])))).isEmpty();
  }

  @Test
  void equalValuesAreNoCertainty() {
    assertThat(TEstimate.of(.1, .1, .1, .1, .1, .1)).isEmpty();
  }

  @Test
  void theFloorGivesWayToAWiderObservedSpread() {
    List<HistoryDifference> apart =
        List.of(
            new HistoryDifference("a", .3, 1e-4, 160), new HistoryDifference("b", .1, 1e-4, 160));
    assertThat(TEstimate.floored(apart).orElseThrow().standardError()).isCloseTo(.1, within(1e-15));
    List<HistoryDifference> close =
        List.of(new HistoryDifference("a", .2, .01, 160), new HistoryDifference("b", .2, .03, 160));
    assertThat(TEstimate.floored(close).orElseThrow().standardError()).isCloseTo(.1, within(1e-15));
  }

  @Test
  void whatIsNotANumberIsRefusedWithItsPlace() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TEstimate.of(.1, Double.NaN))
        .withMessage("values[1] is NaN: leave out what is not measured");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TEstimate(10, .1, 0))
        .withMessageContaining("standardError is 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TEstimate(10, .1, .1).pBelow(Double.POSITIVE_INFINITY))
        .withMessageContaining("margin is Infinity");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TEstimate(10, .1, .1).interval(1))
        .withMessageContaining("level is 1.0");
  }
}
