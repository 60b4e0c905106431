package dev.carryover.core.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Observation;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.spi.InstrumentGate;
import dev.carryover.core.spi.InstrumentGate.Finding;
import dev.carryover.core.spi.InstrumentGate.Readings;
import dev.carryover.core.spi.InstrumentGate.Severity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** Else what is planned could choose the measure that it is judged by. */
  @Test
  void whatTheRolloutScoresChangesNoFinding() {
    for (Readings readings : new Readings[] {sound(), faulty()}) {
      assertThat(gate().check(beside(readings, "inherited", "mixed-50")))
          .isEqualTo(gate().check(readings));
    }
  }

  /** With treatments beside that answer one family alone. */
  private static Readings beside(Readings readings, String... treatments) {
    Map<PlannedTreatment, Map<String, List<Observation>>> observed =
        new LinkedHashMap<>(readings.observed());
    for (String treatment : treatments) {
      observed.putAll(
          MadeReadings.of(20).read(treatment, 12, (h, p) -> p % 5 == 0).readings().observed());
    }
    return new Readings(readings.measure(), readings.margin(), readings.coverageGate(), observed);
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
