package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Expected values: SciPy 1.17.1, {@code sqrt(mean(d**2))} and {@code t.ppf(.975, m)}. */
class RepeatNoiseTest {
  @Test
  void aMeanOverMoreHistoriesHasLessNoise() {
    RepeatNoise noise = RepeatNoise.of(.01, -.02, 0, .03).orElseThrow();

    assertThat(noise.cells()).isEqualTo(4);
    assertThat(noise.standardDeviation()).isCloseTo(0.018708286933869705, within(1e-15));
    assertThat(noise.reach(1)).isCloseTo(0.05194253168417839, within(1e-12));
    assertThat(noise.reach(48)).isCloseTo(0.007497258662562765, within(1e-12));
  }

  @Test
  void whatAnswersAlikeHasNone() {
    assertThat(RepeatNoise.of(0, 0, 0).orElseThrow().reach(10)).isZero();
  }

  @Test
  void aDriftCountsAsNoise() {
    assertThat(RepeatNoise.of(.1, .1).orElseThrow().standardDeviation())
        .as("two reads can be exchanged, so that a mean difference is no effect")
        .isCloseTo(.1, within(1e-15));
  }

  @Test
  void oneCellShowsNoSpread() {
    assertThat(RepeatNoise.of()).isEmpty();
    assertThat(RepeatNoise.of(.1)).isEmpty();
    assertThatThrownBy(() -> RepeatNoise.of(.1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RepeatNoise(4, .1).reach(0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
