package dev.carryover.core.stats;

import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * The gate's decision and all that led to it.
 *
 * @param decision about all hypotheses together
 * @param reason a clause that says why, naming the hypotheses that it rests on
 * @param alpha the one-sided level of every test
 * @param hypotheses in the order given, at least one
 * @param historiesNeeded to decide what is inconclusive
 */
public record GateDecision(
    Decision decision,
    String reason,
    double alpha,
    List<HypothesisResult> hypotheses,
    HistoriesNeeded historiesNeeded) {
  public GateDecision {
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(historiesNeeded, "historiesNeeded");
    hypotheses = List.copyOf(hypotheses);
  }

  /** A candidate's p among several: its largest. Absent where a hypothesis could not be tested. */
  public OptionalDouble largestPPreserved() {
    if (hypotheses.stream().anyMatch(result -> result.test().isEmpty())) {
      return OptionalDouble.empty();
    }
    return hypotheses.stream()
        .mapToDouble(result -> result.test().orElseThrow().pPreserved())
        .max();
  }
}
