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

class RangeGateTest extends InstrumentGateContract {
  @Override
  protected InstrumentGate gate() {
    return new RangeGate();
  }

  /** A family that nobody can answer, and one that is answered without a memory. */
  @Override
  protected Readings faulty() {
    return MadeReadings.sound()
        .raw(12, (h, p) -> p % 5 != 3)
        .read("empty", 12, (h, p) -> p % 5 == 1 && p < 12)
        .readings();
  }

  @Test
  void theFamiliesAreNamedWithTheirRange() {
    Finding finding = gate().check(faulty()).orElseThrow();

    assertThat(finding.severity()).isEqualTo(Severity.LEAVES_OUT);
    assertThat(finding.families()).containsExactly("f1", "f3");
    assertThat(finding.figures())
        .containsEntry("f3_ceiling", 0.0)
        .containsEntry("f3_span", 0.0)
        .containsEntry("f1_floor", 0.75)
        .containsEntry("f1_span", 0.25)
        .containsEntry("f0_span", 1.0)
        .containsEntry("least_span", 0.5);
  }

  @Test
  void aSpanOfExactlyAHalfIsEnough() {
    Finding finding =
        gate().check(MadeReadings.sound().raw(12, (h, p) -> p < 10).readings()).orElseThrow();

    assertThat(finding.passed()).isTrue();
    assertThat(finding.figures().get("f0_span")).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void floorAndCeilingAreThoseOfTheSameHistories() {
    Finding finding =
        gate()
            .check(
                MadeReadings.of(20)
                    .raw(2, (h, p) -> p < 16)
                    .read("empty", 6, (h, p) -> h > 1)
                    .readings())
            .orElseThrow();

    assertThat(finding.figures()).containsEntry("f0_floor", 0.0);
  }

  @Test
  void probesWithoutEvidenceHaveNoCeiling() {
    assertThat(gate().check(MadeReadings.sound().rawOfNone(12).readings())).isEmpty();
  }
}
