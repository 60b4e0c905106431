package dev.carryover.core.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.spi.InstrumentGate;
import dev.carryover.core.spi.InstrumentGate.Finding;
import dev.carryover.core.spi.InstrumentGate.Readings;
import dev.carryover.core.spi.InstrumentGate.Severity;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** What every check of an instrument must keep to. */
public abstract class InstrumentGateContract {
  /** The gate under test. */
  protected abstract InstrumentGate gate();

  /** Readings of an instrument with the fault that the gate is there to find. */
  protected abstract Readings faulty();

  /** Readings of an instrument that can be believed. */
  protected Readings sound() {
    return MadeReadings.sound().readings();
  }

  @Test
  void aSoundInstrumentPasses() {
    Finding finding = gate().check(sound()).orElseThrow();

    assertThat(finding.passed()).as(finding.toString()).isTrue();
    assertThat(finding.families()).isEmpty();
  }

  @Test
  void theFaultThatItIsThereForIsFound() {
    Finding finding = gate().check(faulty()).orElseThrow();

    assertThat(finding.passed()).as(finding.toString()).isFalse();
    if (finding.severity() == Severity.LEAVES_OUT) {
      assertThat(finding.families()).isNotEmpty();
    }
  }

  @Test
  void aFindingSaysWhatItRestsOn() {
    for (Readings readings : new Readings[] {sound(), faulty()}) {
      assertThat(gate().check(readings).orElseThrow().figures())
          .isNotEmpty()
          .allSatisfy(
              (name, value) -> {
                assertThat(name).doesNotContain(" ").isNotBlank();
                assertThat(value).isFinite();
              });
    }
  }

  @Test
  void whereNothingWasReadThereIsNoFinding() {
    assertThat(gate().check(MadeReadings.of(5).readings())).isEmpty();
  }

  @Test
  void theSameReadingsGiveTheSameFinding() {
    assertThat(gate().check(faulty())).isEqualTo(gate().check(faulty()));
  }

  @Test
  void itIsFoundByItsName() {
    assertThat(gate().name()).isNotBlank().doesNotContain(":");
    assertThat(ServiceLoader.load(InstrumentGate.class))
        .extracting(InstrumentGate::name)
        .contains(gate().name())
        .doesNotHaveDuplicates();
  }
}
