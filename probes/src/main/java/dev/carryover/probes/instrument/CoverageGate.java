package dev.carryover.probes.instrument;

import dev.carryover.core.EvidenceMode;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.spi.InstrumentGate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The stores hold what probes ask for: the evidence coverage of {@code before} and of {@code own},
 * as means over histories, is at least the coverage gate. A study stops on a failure; a gate warns,
 * since low coverage may be the very loss.
 *
 * <p>Not checked where no store can tell what it holds.
 */
public final class CoverageGate implements InstrumentGate {
  @Override
  public String name() {
    return "stores hold the evidence";
  }

  @Override
  public Optional<Finding> check(Readings readings) {
    TreeMap<String, Double> figures = new TreeMap<>();
    boolean passed = true;
    for (String treatment : List.of(Reading.BEFORE, "own")) {
      Optional<Reading> coverage =
          Reading.of(
              readings, treatment, EvidenceMode.NORMAL, Metric.evidenceCoverage(), probe -> true);
      if (coverage.isPresent()) {
        double mean = coverage.get().mean();
        figures.put("coverage_" + treatment, mean);
        passed &= mean >= readings.coverageGate() - Reading.ROUNDING;
      }
    }
    if (figures.isEmpty()) {
      return Optional.empty();
    }
    figures.put("least_coverage", readings.coverageGate());
    return Optional.of(new Finding(passed, Severity.WARNS, figures, Set.of()));
  }
}
