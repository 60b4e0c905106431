package dev.carryover.probes.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.EvidenceMode;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.spi.InstrumentGate;
import dev.carryover.core.spi.InstrumentGate.Finding;
import dev.carryover.core.spi.InstrumentGate.Readings;
import dev.carryover.core.spi.InstrumentGate.Severity;
import dev.carryover.core.testkit.InstrumentGateContract;
import dev.carryover.core.testkit.MadeReadings;
import org.junit.jupiter.api.Test;

class FloorGateTest extends InstrumentGateContract {
  @Override
  protected InstrumentGate gate() {
    return new FloorGate();
  }

  /** A memory that still answers after everything was taken out of it. */
  @Override
  protected Readings faulty() {
    return MadeReadings.sound().read("empty", 12, (h, p) -> p < 2).readings();
  }

  @Test
  void aLeakIsMeasuredAgainstChanceAndTheMargin() {
    Finding finding = gate().check(faulty()).orElseThrow();

    assertThat(finding.severity()).isEqualTo(Severity.BLOCKS);
    assertThat(finding.figures())
        .containsEntry("chance", 0.0)
        .containsEntry("most_allowed", 0.05)
        .containsEntry("histories", 12.0);
    assertThat(finding.figures().get("empty_memory")).isCloseTo(0.1, within(1e-12));
  }

  @Test
  void aLeakAsLargeAsTheMarginIsAllowed() {
    assertThat(
            gate()
                .check(MadeReadings.sound().read("empty", 12, (h, p) -> p < 1).readings())
                .orElseThrow()
                .passed())
        .isTrue();
  }

  @Test
  void withoutAnEmptyMemoryThereIsNothingToCheck() {
    assertThat(gate().check(MadeReadings.sound().without("empty", EvidenceMode.NORMAL).readings()))
        .isEmpty();
  }

  @Test
  void whereChanceIsNotKnownNothingIsClaimed() {
    Readings codes = sound();
    assertThat(gate().check(new Readings(Metric.tokenF1(), 0.05, codes.observed()))).isEmpty();
  }
}
