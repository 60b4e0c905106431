package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Expected values: the exact bootstrap distribution of the mean by convolution, and
 * numpy.percentile, NumPy 2.4.6.
 */
class HistoryBootstrapTest {
  private static final double[] D = {.01, .03, -.02, .05, 0, .02, .04, -.01, .03, .01};
  private static final double[] E = {.3, .1, .2, 0, .4, .1, .2, .3, 0, .4};

  @Test
  void theDistributionIsThatOfTheExactBootstrap() {
    BootstrapDistribution d = HistoryBootstrap.resample(10, List.of(mean("D", D)), 7).get(0);
    assertThat(d.resamples()).isEqualTo(10_000);
    assertThat(d.estimate()).isCloseTo(.016, within(1e-15));
    // P(mean <= 0) = .0099779, P(mean >= .03) = .0197911; four binomial standard errors
    assertThat(d.pAbove(1e-9)).isCloseTo(.0099779, within(.004));
    assertThat(d.pBelow(.03 - 1e-9)).isCloseTo(.0197911, within(.0056));
    // P(mean <= .002) = .0217, P(mean <= .003) = .0309; P(<= .028) = .9712, P(<= .029) = .9802
    assertThat(d.interval().low()).isCloseTo(.003, within(.00101));
    assertThat(d.interval().high()).isCloseTo(.029, within(.00101));
  }

  /** Expected values: SplitMix64 and the same resampling written in Python, to every digit. */
  @Test
  void theDrawsOfASeedAreTheSameEverywhere() {
    List<BootstrapDistribution> both =
        HistoryBootstrap.resample(10, List.of(mean("D", D), mean("E", E)), 7);
    assertThat(both.get(0).pAbove(.0005)).isEqualTo(0.009799020097990201);
    assertThat(both.get(1).pBelow(.305)).isEqualTo(0.008799120087991202);
    assertThat(both.get(1).interval().low()).isCloseTo(.11, within(1e-12));
    assertThat(both.get(1).interval().high()).isCloseTo(.29, within(1e-12));
  }

  @Test
  void equalSeedsGiveEqualResultsAndOthersDoNot() {
    assertThat(lows(7)).isEqualTo(lows(7));
    assertThat(lows(8)).isNotEqualTo(lows(7));
  }

  @Test
  void allContrastsAreComputedOnTheSameDraws() {
    double[] sum = new double[D.length];
    Arrays.setAll(sum, i -> D[i] + 1);
    List<BootstrapDistribution> both =
        HistoryBootstrap.resample(10, List.of(mean("D", D), mean("E", E), mean("D + 1", sum)), 3);
    assertThat(both).extracting(BootstrapDistribution::name).containsExactly("D", "E", "D + 1");
    assertThat(both.get(2).interval().low())
        .isCloseTo(both.get(0).interval().low() + 1, within(1e-12));
    BootstrapDistribution alone = HistoryBootstrap.resample(10, List.of(mean("E", E)), 3).get(0);
    assertThat(both.get(1).interval()).isEqualTo(alone.interval());
  }

  @Test
  void aRatioOfMeansIsAStatisticLikeAnyOther() {
    HistoryStatistic top = HistoryStatistic.mean(D);
    HistoryStatistic bottom = HistoryStatistic.mean(E);
    Contrast ratio = new Contrast("ratio", .08, drawn -> top.over(drawn) / bottom.over(drawn));
    BootstrapDistribution d = HistoryBootstrap.resample(10, List.of(ratio), 3).get(0);
    assertThat(d.estimate()).isCloseTo(.08, within(1e-12));
    assertThat(d.interval().low()).isBetween(0.0, .08);
  }

  @Test
  void theSmallestPIsOneAboveTheNumberOfResamples() {
    BootstrapDistribution d = HistoryBootstrap.resample(10, List.of(mean("D", D)), 7).get(0);
    assertThat(d.pAbove(-1)).isEqualTo(1 / 10_001.0);
    assertThat(d.pBelow(-1)).isEqualTo(1);
    assertThat(d.pBelow(1)).isEqualTo(1 / 10_001.0);
  }

  @Test
  void aResampleOnTheMarginCountsAgainstBothSides() {
    BootstrapDistribution d = new BootstrapDistribution("x", 2, new double[] {3, 1, 2});
    assertThat(d.pAbove(2)).isEqualTo(3 / 4.0);
    assertThat(d.pBelow(2)).isEqualTo(3 / 4.0);
  }

  @Test
  void percentilesAreInterpolatedAsNumPyDoes() {
    BootstrapDistribution d =
        new BootstrapDistribution("x", 2, new double[] {3, 1, 2, 5, 8, 13, 21});
    assertThat(d.interval().low()).isCloseTo(1.15, within(1e-12));
    assertThat(d.interval().high()).isCloseTo(19.8, within(1e-12));
    assertThat(d.interval(.8).low()).isCloseTo(1.6, within(1e-12));
    assertThat(d.interval(.8).high()).isCloseTo(16.2, within(1e-12));
  }

  @Test
  void tiedHistoriesGiveAnIntervalWithoutWidth() {
    double[] ties = new double[12];
    BootstrapDistribution d = HistoryBootstrap.resample(12, List.of(mean("ties", ties)), 1).get(0);
    assertThat(d.interval()).isEqualTo(new Interval(0, 0));
  }

  @Test
  void anEstimateThatTheHistoriesDoNotGiveIsRefused() {
    Contrast wrong = new Contrast("notes", .017, HistoryStatistic.mean(D));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HistoryBootstrap.resample(10, List.of(wrong), 1))
        .withMessageContaining("the published estimate of notes is 0.017")
        .withMessageContaining("not the ones that it was computed from");
  }

  @Test
  void argumentsOutOfRangeAreRefused() {
    assertThat(HistoryBootstrap.resample(10, List.of(), 1)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HistoryBootstrap.resample(9, List.of(mean("D", D)), 1))
        .withMessage("the contrast has 10 histories, the sample 9");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HistoryBootstrap.resample(1, List.of(), 1))
        .withMessageContaining("histories is 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HistoryBootstrap.resample(10, List.of(mean("D", D), mean("D", D)), 1))
        .withMessage("contrast D is given twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HistoryStatistic.mean(.1, Double.NaN))
        .withMessageContaining("perHistory[1] is NaN");
    Contrast undefined = new Contrast("ratio", .5, drawn -> Double.NaN);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HistoryBootstrap.resample(10, List.of(undefined), 1))
        .withMessage("contrast ratio is NaN on a draw of histories");
  }

  private static double lows(long seed) {
    return HistoryBootstrap.resample(10, List.of(mean("E", E)), seed, 500)
        .get(0)
        .interval(.913)
        .low();
  }

  private static Contrast mean(String name, double[] values) {
    return new Contrast(
        name, Arrays.stream(values).average().orElseThrow(), HistoryStatistic.mean(values));
  }
}
