package dev.carryover.probes.instrument;

import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.spi.InstrumentGate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * Without a memory the measure falls to what guessing scores: the mean over histories of the empty
 * memory is at most chance + margin. Else answers come from elsewhere than the memory.
 *
 * <p>Not checked where there is no empty memory, and where chance is not known (free text).
 */
public final class FloorGate implements InstrumentGate {
  @Override
  public String name() {
    return "memory removed falls to the floor";
  }

  @Override
  public Optional<Finding> check(Readings readings) {
    OptionalDouble chance = chance(readings);
    Optional<Reading> empty = Reading.of(readings, Reading.EMPTY);
    if (empty.isEmpty() || chance.isEmpty()) {
      return Optional.empty();
    }
    double floor = empty.get().mean();
    double most = chance.getAsDouble() + readings.margin();
    TreeMap<String, Double> figures = new TreeMap<>();
    figures.put("empty_memory", floor);
    figures.put("chance", chance.getAsDouble());
    figures.put("most_allowed", most);
    figures.put("histories", (double) empty.get().scores().size());
    return Optional.of(
        new Finding(floor <= most + Reading.ROUNDING, Severity.BLOCKS, figures, Set.of()));
  }

  /** The mean over the probes that were scored; absent as soon as it is not known for one. */
  private static OptionalDouble chance(Readings readings) {
    List<Observation> scored =
        readings.of(Plan.OLD_TO_NEW, Reading.EMPTY, EvidenceMode.NORMAL).stream()
            .flatMap(histories -> histories.values().stream())
            .flatMap(List::stream)
            .filter(observation -> readings.measure().of(observation).isPresent())
            .toList();
    return scored.stream().allMatch(o -> readings.measure().chance(o).isPresent())
        ? scored.stream().mapToDouble(o -> readings.measure().chance(o).orElseThrow()).average()
        : OptionalDouble.empty();
  }
}
