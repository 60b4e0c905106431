package dev.carryover.probes.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.EvidenceMode;
import dev.carryover.core.spi.InstrumentGate;
import dev.carryover.core.spi.InstrumentGate.Finding;
import dev.carryover.core.spi.InstrumentGate.Readings;
import dev.carryover.core.spi.InstrumentGate.Severity;
import dev.carryover.core.testkit.InstrumentGateContract;
import dev.carryover.core.testkit.MadeReadings;
import org.junit.jupiter.api.Test;

class DamageGateTest extends InstrumentGateContract {
  @Override
  protected InstrumentGate gate() {
    return new DamageGate();
  }

  /** A measure that rises again when three quarters are lost. */
  @Override
  protected Readings faulty() {
    return MadeReadings.sound().read("corrupted-75", 12, (h, p) -> p < 15).readings();
  }

  /**
   * Ten histories of 100 probes; the second step gains .12, .04 and so on, the others lose.
   * Expected: SciPy 1.17.1, {@code ttest_1samp(d, 0, alternative='greater')} of the second step,
   * times 4 for Holm (statsmodels 0.15.0, {@code multipletests}).
   */
  @Test
  void everyStepIsTestedAndHolmGoesOverAll() {
    int[] gain = {12, 4, 9, -5, 20, 8, 1, 15, -2, 11};
    Finding finding =
        gate()
            .check(
                MadeReadings.of(100)
                    .read("before", 10, (h, p) -> p < 60)
                    .read("corrupted-25", 10, (h, p) -> p < 50)
                    .read("corrupted-50", 10, (h, p) -> p < 50 + gain[h])
                    .read("corrupted-75", 10, (h, p) -> p < 30)
                    .read("empty", 10, (h, p) -> false)
                    .readings())
            .orElseThrow();

    assertThat(finding.figures().get("corrupted-25_to_corrupted-50_gains"))
        .isCloseTo(0.073, within(1e-12));
    assertThat(finding.figures().get("corrupted-25_to_corrupted-50_p_holm"))
        .isCloseTo(0.032017220161545026, within(1e-9));
    assertThat(finding.figures()).containsEntry("before_to_corrupted-25_p_holm", 1.0);
    assertThat(finding.figures()).containsEntry("corrupted-75_to_empty_p_holm", 1.0);
    assertThat(finding.passed()).isFalse();
    assertThat(finding.severity()).isEqualTo(Severity.BLOCKS);
  }

  @Test
  void aMemoryThatNothingDamagesPasses() {
    MadeReadings flat = MadeReadings.of(20);
    for (String name : new String[] {"before", "corrupted-25", "corrupted-50", "corrupted-75"}) {
      flat.read(name, 12, (h, p) -> p < 10);
    }
    assertThat(gate().check(flat.readings()).orElseThrow().passed())
        .as("equal damage is no lesser damage")
        .isTrue();
  }

  @Test
  void aFormatThatCannotBeEmptiedIsCheckedOnTheOtherSteps() {
    Finding finding =
        gate()
            .check(MadeReadings.sound().without("empty", EvidenceMode.NORMAL).readings())
            .orElseThrow();

    assertThat(finding.figures())
        .containsKey("corrupted-50_to_corrupted-75_p_holm")
        .doesNotContainKey("corrupted-75_to_empty_p_holm");
  }

  @Test
  void wholeAgainstEmptyShowsNoOrder() {
    assertThat(
            gate()
                .check(
                    MadeReadings.of(20)
                        .read("before", 12, (h, p) -> true)
                        .read("empty", 12, (h, p) -> false)
                        .readings()))
        .isEmpty();
  }
}
