package dev.carryover.repair.recover;

import dev.carryover.core.run.PlannedRepair.Needs;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One method at one budget on the histories of a place.
 *
 * @param byHistory in the plan's order
 */
record Tried(String method, int effort, Needs needs, Map<String, Attempt> byHistory) {
  Tried {
    byHistory = Collections.unmodifiableMap(new LinkedHashMap<>(byHistory));
  }

  /** The mean cost. */
  OptionalDouble cost() {
    return byHistory.values().stream().mapToDouble(Attempt::cost).average();
  }

  /**
   * The cost for all histories. What is fitted on a sample serves them all, so that the dearest fit
   * counts once.
   */
  OptionalDouble expectedCost(int all) {
    if (needs == Needs.SAMPLE) {
      return byHistory.values().stream().mapToDouble(Attempt::cost).max();
    }
    OptionalDouble mean = cost();
    return mean.isPresent() ? OptionalDouble.of(mean.getAsDouble() * all) : mean;
  }

  /** The mean accuracy, failed repairs included. */
  OptionalDouble accuracy() {
    return byHistory.values().stream()
        .flatMapToDouble(attempt -> attempt.accuracy().stream())
        .average();
  }

  /** How many repairs failed. */
  int failed() {
    return (int) byHistory.values().stream().filter(Attempt::failed).count();
  }

  /** Whether no repair failed and the mean restores the target share of a mean. */
  boolean restores(double ownMean, double target) {
    return new Attempt(method, effort, 0, accuracy(), failed() > 0).restores(ownMean, target);
  }

  /** The histories of these whose repair restores the target. */
  List<String> restored(Map<String, Double> own, double target) {
    return byHistory.entrySet().stream()
        .filter(entry -> entry.getValue().restores(own.getOrDefault(entry.getKey(), 0.0), target))
        .map(Map.Entry::getKey)
        .toList();
  }
}
