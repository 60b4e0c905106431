package dev.carryover.studies.repair;

import dev.carryover.core.Plan;
import dev.carryover.migrations.analysis.PlannedContrast;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.studies.swap.Formats;
import dev.carryover.studies.swap.Replacement;
import dev.carryover.studies.swap.Trial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * H7a: what notes lose when they are repaired from themselves in place of the raw history, {@code
 * 100/(6N) ΣΣΣ (a_raw − a_store)} over histories, directions and rungs (spec 1.7).
 */
public final class NotesRepairs {
  /** What H7a cannot tell apart. */
  public static final String LIMIT =
      "In H7a direction and repairer change together: the new model repairs the old one's notes, and the old model the new one's. A difference between the directions may be due to either.";

  private static final String NAME = "H7a";

  private NotesRepairs() {}

  /**
   * The migration that measures it: notes alone, both repairs at every budget, in both directions.
   *
   * @param name of the run and its folder
   */
  public static MigrationFile migration(Replacement replacement, String name) {
    return Method.migration(replacement, Formats.NOTES, name);
  }

  /** The test as planned: directions and rungs averaged within each history. */
  public static PlannedContrast h7a(Trial trial) {
    return contrast(NAME, trial, Method.DIRECTIONS);
  }

  /**
   * The same in one direction alone, which nobody planned as a test of its own.
   *
   * @param direction {@link Plan#OLD_TO_NEW} or {@link Plan#NEW_TO_OLD}
   */
  static PlannedContrast h7a(Trial trial, String direction) {
    return contrast(NAME + ", " + direction, trial, List.of(direction));
  }

  /** A history that lacks an answer or a rung in any direction has no value. */
  private static PlannedContrast contrast(String name, Trial trial, List<String> directions) {
    Grid grid = new Grid(trial);
    Map<String, List<Double>> differences = new LinkedHashMap<>();
    grid.histories().forEach(history -> differences.put(history, new ArrayList<>()));
    for (String direction : directions) {
      for (int percent : Method.RUNGS) {
        Map<String, Double> raw = grid.accuracy(Method.RAW, direction, percent);
        Map<String, Double> store = grid.accuracy(Method.STORE, direction, percent);
        differences.forEach(
            (history, some) -> {
              Double with = raw.get(history);
              Double without = store.get(history);
              if (with != null && without != null) {
                some.add(with - without);
              }
            });
      }
    }
    int complete = directions.size() * Method.RUNGS.size();
    Map<String, OptionalDouble> points = new LinkedHashMap<>();
    differences.forEach((history, some) -> points.put(history, points(some, complete)));
    return new PlannedContrast(name, Formats.NOTES, points);
  }

  private static OptionalDouble points(List<Double> differences, int complete) {
    return differences.size() == complete
        ? OptionalDouble.of(
            100 * differences.stream().mapToDouble(Double::doubleValue).sum() / complete)
        : OptionalDouble.empty();
  }
}
