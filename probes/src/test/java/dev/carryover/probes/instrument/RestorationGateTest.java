package dev.carryover.probes.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.spi.InstrumentGate;
import dev.carryover.core.spi.InstrumentGate.Finding;
import dev.carryover.core.spi.InstrumentGate.Readings;
import dev.carryover.core.spi.InstrumentGate.Severity;
import dev.carryover.core.testkit.InstrumentGateContract;
import dev.carryover.core.testkit.MadeReadings;
import org.junit.jupiter.api.Test;

class RestorationGateTest extends InstrumentGateContract {
  @Override
  protected InstrumentGate gate() {
    return new RestorationGate();
  }

  /** A reader that cannot use evidence which is handed to it alone. */
  @Override
  protected Readings faulty() {
    return MadeReadings.sound().raw(12, (h, p) -> p < 8).readings();
  }

  /**
   * Ten histories of 100 probes in which memory − raw evidence is .04, −.02, .06 and so on.
   * Expected: SciPy 1.17.1, {@code ttest_1samp(d, 0, alternative='greater')}; the floor lies under
   * the spread.
   */
  @Test
  void theTestIsPairedOverHistories() {
    int[] more = {4, -2, 6, 1, 12, -3, 8, 0, 5, -10};
    Finding finding =
        gate()
            .check(
                MadeReadings.of(100)
                    .read("before", 10, (h, p) -> p < 60 + more[h])
                    .raw(10, (h, p) -> p < 60)
                    .readings())
            .orElseThrow();

    assertThat(finding.figures().get("memory_minus_raw_evidence")).isCloseTo(0.021, within(1e-12));
    assertThat(finding.figures().get("p_memory_better"))
        .isCloseTo(0.15891654100328942, within(1e-9));
    assertThat(finding.figures()).containsEntry("histories", 10.0);
    assertThat(finding.passed()).isTrue();
  }

  @Test
  void whatIsShownToBeBetterBlocks() {
    Finding finding = gate().check(faulty()).orElseThrow();

    assertThat(finding.severity()).isEqualTo(Severity.BLOCKS);
    assertThat(finding.figures().get("p_memory_better")).isLessThan(0.05);
    assertThat(finding.figures().get("raw_evidence")).isCloseTo(0.4, within(1e-12));
  }

  @Test
  void aMemoryThatLostEverythingIsNoFaultOfTheInstrument() {
    assertThat(
            gate()
                .check(MadeReadings.sound().read("before", 12, (h, p) -> false).readings())
                .orElseThrow()
                .passed())
        .isTrue();
  }

  @Test
  void probesWithoutEvidenceAndSingleHistoriesShowNothing() {
    assertThat(gate().check(MadeReadings.sound().rawOfNone(12).readings())).isEmpty();
    assertThat(gate().check(MadeReadings.sound().raw(1, (h, p) -> true).readings())).isEmpty();
  }
}
