package dev.carryover.probes.instrument;

import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.spi.InstrumentGate;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Every family can show a loss: between the floor, an empty memory, and the ceiling, the original
 * evidence, it spans at least 0.50, as means over the histories that have both. A family that spans
 * less cannot tell a good memory from a bad one.
 *
 * <p>A family that has no raw-evidence read is not looked at; without any there is no finding.
 */
public final class RangeGate implements InstrumentGate {
  private static final double LEAST = 0.50;

  @Override
  public String name() {
    return "every family spans floor to ceiling";
  }

  @Override
  public Optional<Finding> check(Readings readings) {
    TreeMap<String, Double> figures = new TreeMap<>();
    Set<String> failed = new TreeSet<>();
    for (String family : families(readings)) {
      Optional<Reading> ceiling = Reading.ofRawEvidence(readings, o -> o.family().equals(family));
      Optional<Reading> floor =
          Reading.of(
              readings,
              Reading.EMPTY,
              EvidenceMode.NORMAL,
              readings.measure(),
              o -> o.family().equals(family));
      if (ceiling.isEmpty() || floor.isEmpty()) {
        continue;
      }
      OptionalDouble top = ceiling.get().meanBeside(floor.get());
      OptionalDouble bottom = floor.get().meanBeside(ceiling.get());
      if (top.isPresent() && bottom.isPresent()) {
        double span = top.getAsDouble() - bottom.getAsDouble();
        figures.put(family + "_ceiling", top.getAsDouble());
        figures.put(family + "_floor", bottom.getAsDouble());
        figures.put(family + "_span", span);
        if (span < LEAST - Reading.ROUNDING) {
          failed.add(family);
        }
      }
    }
    if (figures.isEmpty()) {
      return Optional.empty();
    }
    figures.put("least_span", LEAST);
    return Optional.of(new Finding(failed.isEmpty(), Severity.LEAVES_OUT, figures, failed));
  }

  private static Set<String> families(Readings readings) {
    Set<String> families = new TreeSet<>();
    readings.of(Plan.OLD_TO_NEW, Reading.BEFORE, EvidenceMode.RAW_EVIDENCE).stream()
        .flatMap(histories -> histories.values().stream())
        .forEach(some -> some.stream().map(Observation::family).forEach(families::add));
    return families;
  }
}
