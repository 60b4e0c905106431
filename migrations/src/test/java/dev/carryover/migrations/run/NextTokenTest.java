package dev.carryover.migrations.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class NextTokenTest {
  @Test
  void theDivergenceIsThatOfTheFormula() {
    float[] first = logs(0.5, 0.25, 0.25);
    float[] second = logs(0.25, 0.25, 0.5);

    // 0.5 ln 2 + 0 - 0.25 ln 2
    assertThat(NextToken.divergence(first, second).orElseThrow())
        .isCloseTo(0.25 * Math.log(2), within(1e-7));
    assertThat(NextToken.divergence(first, first).orElseThrow()).isZero();
  }

  @Test
  void aTokenThatTheFirstNeverSaysCountsForNothing() {
    assertThat(NextToken.divergence(logs(1, 0), logs(0.5, 0.5)).orElseThrow())
        .isCloseTo(Math.log(2), within(1e-7));
  }

  @Test
  void whatCannotBeComparedHasNone() {
    assertThat(NextToken.divergence(new float[0], new float[0])).isEmpty();
    assertThat(NextToken.divergence(logs(0.5, 0.5), logs(1))).as("two vocabularies").isEmpty();
    assertThat(NextToken.divergence(logs(0.5, 0.5), logs(1, 0))).as("infinite").isEmpty();
    assertThat(NextToken.divergence(new float[] {Float.NaN}, logs(1))).isEmpty();
  }

  private static float[] logs(double... probabilities) {
    float[] logs = new float[probabilities.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = (float) Math.log(probabilities[i]);
    }
    return logs;
  }
}
