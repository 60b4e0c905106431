package dev.carryover.core.stats;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One claim that the gate tests: that the mean loss over histories is under a margin. One format,
 * one measure, or one family that is required by name.
 *
 * @param name unique within a decision
 * @param histories the loss of each history, at least one, ids unique
 * @param margin the loss that is still accepted, as a fraction of 1, in [0, 1)
 */
public record GateHypothesis(String name, List<HistoryDifference> histories, double margin) {
  /** The margin unless configured: 5 points. */
  public static final double DEFAULT_MARGIN = 0.05;

  public GateHypothesis {
    Checks.named("hypothesis", name);
    histories = List.copyOf(histories);
    if (!(margin >= 0 && margin < 1)) {
      throw new IllegalArgumentException(
          "the margin of " + name + " is " + margin + ": it must be a fraction, 0 <= margin < 1");
    }
    if (histories.isEmpty()) {
      throw new IllegalArgumentException(
          "hypothesis " + name + " has no history: leave out what was not measured");
    }
    Set<String> seen = new HashSet<>();
    for (HistoryDifference history : histories) {
      if (!seen.add(history.history())) {
        throw new IllegalArgumentException(
            "hypothesis " + name + " has history " + history.history() + " twice");
      }
    }
  }

  /** A hypothesis with the default margin. */
  public GateHypothesis(String name, List<HistoryDifference> histories) {
    this(name, histories, DEFAULT_MARGIN);
  }

  /** The mean loss, histories weighing equally. */
  public double estimate() {
    return TEstimate.mean(histories.stream().mapToDouble(HistoryDifference::mean).toArray());
  }
}
