package dev.carryover.probes.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.metrics.Metric;
import dev.carryover.core.spi.InstrumentGate;
import dev.carryover.core.spi.InstrumentGate.Finding;
import dev.carryover.core.spi.InstrumentGate.Readings;
import dev.carryover.core.spi.InstrumentGate.Severity;
import dev.carryover.core.testkit.InstrumentGateContract;
import dev.carryover.core.testkit.MadeReadings;
import org.junit.jupiter.api.Test;

class CoverageGateTest extends InstrumentGateContract {
  @Override
  protected InstrumentGate gate() {
    return new CoverageGate();
  }

  /** A writer that keeps the evidence of 11 in 20 probes. */
  @Override
  protected Readings faulty() {
    return MadeReadings.sound().kept("own", 12, (h, p) -> p < 11, (h, p) -> p < 11).readings();
  }

  @Test
  void itWarnsWithTheCoverageOfBothStores() {
    Finding finding = gate().check(faulty()).orElseThrow();

    assertThat(finding.severity()).isEqualTo(Severity.WARNS);
    assertThat(finding.figures()).containsEntry("coverage_before", 1.0);
    assertThat(finding.figures().get("coverage_own")).isCloseTo(0.55, within(1e-12));
    assertThat(finding.figures()).containsEntry("least_coverage", 0.6);
  }

  @Test
  void theGateIsTheUsers() {
    Readings half = faulty();

    assertThat(
            gate()
                .check(new Readings(Metric.accuracy(), 0.05, 0.5, half.observed()))
                .orElseThrow()
                .passed())
        .isTrue();
  }
}
