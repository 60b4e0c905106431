package dev.carryover.core.spi;

import dev.carryover.core.Cell;
import dev.carryover.core.Observation;
import java.util.List;
import java.util.Map;

/** Checks whether the instrument can be believed (spec 1.8). */
public interface InstrumentGate {
  /** Stable name. */
  String name();

  /** The finding. */
  Finding check(Map<Cell, List<Observation>> observations);

  /**
   * What a gate found.
   *
   * @param passed whether the instrument can be believed
   * @param figures what it rests on, by name
   */
  record Finding(boolean passed, Map<String, Double> figures) {}
}
