package dev.carryover.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortabilityTest {
  @ParameterizedTest
  @CsvSource({
    // inherited, own, chance, RPAS
    "0.8, 0.8, 0.0, 1.0",
    "0.4, 0.8, 0.0, 0.5",
    "0.5, 0.9, 0.1, 0.5",
    "0.9, 0.8, 0.0, 1.125",
    "1.0, 0.2, 0.0, 5.0",
    "0.0, 0.8, 0.0, 0.0",
    "0.1, 0.9, 0.1, 0.0",
    "0.0, 0.5, 0.1, -0.25"
  })
  void theRatioIsCorrectedForChanceAndNotClipped(
      double inherited, double own, double chance, double rpas) {
    assertThat(Portability.rpas(inherited, own, chance).orElseThrow())
        .isCloseTo(rpas, within(1e-12));
  }

  @Test
  void anOwnStoreAtTheBoundIsEnough() {
    for (int chancePercent = 0; chancePercent <= 80; chancePercent++) {
      double chance = chancePercent / 100.0;
      double own = (chancePercent + 20) / 100.0;
      assertThat(Portability.rpas(own, own, chance).orElseThrow())
          .as("chance %s, own %s", chance, own)
          .isCloseTo(1.0, within(1e-9));
    }
    assertThat(Portability.rpas(0.2, 32 / 160.0, 0.0)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "0.1999999, 0.0",
    "0.0, 0.0",
    "0.19375, 0.0",
    "0.2999, 0.1",
    "0.1, 0.5",
    "0.9, 0.9",
    "1.0, 0.81"
  })
  void underTheBoundThereIsNoRatio(double own, double chance) {
    assertThat(Portability.rpas(0.5, own, chance)).isEmpty();
  }

  /** The closest that counts of 160 probes and 1,999 items can come to the bound from below. */
  @Test
  void theBoundIsNotWidenedByMoreThanRounding() {
    double chance = 8 / 2000.0;
    assertThat(Portability.rpas(0.2, 0.2 + chance - 1e-9, chance)).isEmpty();
  }

  @Test
  void aLossIsPositive() {
    assertThat(Portability.delta(0.5, 0.75)).isEqualTo(0.25);
    assertThat(Portability.delta(0.75, 0.5)).isEqualTo(-0.25);
    assertThat(Portability.delta(0.5, 0.5)).isZero();
  }
}
