package dev.carryover.probes.instrument;

import dev.carryover.core.spi.InstrumentGate;
import dev.carryover.core.stats.TEstimate;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Correct evidence restores: the memory is not shown to answer better than the original evidence,
 * on the probes that both scored (one-sided t over histories with the gate's variance floor, 0.05).
 * Else the evidence that probes name is not what their answers need, or the reader cannot use it.
 *
 * <p>Not checked with fewer than two histories that have both.
 */
public final class RestorationGate implements InstrumentGate {
  private static final double ALPHA = 0.05;

  @Override
  public String name() {
    return "correct evidence restores";
  }

  @Override
  public Optional<Finding> check(Readings readings) {
    Optional<Reading> before = Reading.of(readings, Reading.BEFORE);
    Optional<Reading> raw = Reading.ofRawEvidence(readings, probe -> true);
    if (before.isEmpty() || raw.isEmpty()) {
      return Optional.empty();
    }
    return TEstimate.floored(before.get().minus(raw.get()))
        .map(
            better -> {
              TreeMap<String, Double> figures = new TreeMap<>();
              figures.put("raw_evidence", raw.get().mean());
              figures.put("memory_minus_raw_evidence", better.mean());
              figures.put("p_memory_better", better.pAbove(0));
              figures.put("histories", (double) better.n());
              return new Finding(better.pAbove(0) >= ALPHA, Severity.BLOCKS, figures, Set.of());
            });
  }
}
