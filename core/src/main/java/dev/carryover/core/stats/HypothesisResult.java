package dev.carryover.core.stats;

import java.util.Objects;
import java.util.Optional;

/**
 * One hypothesis with what the gate found.
 *
 * @param hypothesis what was tested
 * @param test the figures; absent with a single history
 * @param decision about this hypothesis alone
 */
public record HypothesisResult(
    GateHypothesis hypothesis, Optional<HypothesisTest> test, Decision decision) {
  public HypothesisResult {
    Objects.requireNonNull(hypothesis, "hypothesis");
    Objects.requireNonNull(test, "test");
    Objects.requireNonNull(decision, "decision");
  }

  public String name() {
    return hypothesis.name();
  }

  public double margin() {
    return hypothesis.margin();
  }

  /** How many histories were measured. */
  public int histories() {
    return hypothesis.histories().size();
  }

  /** The mean loss, as a fraction of 1, positive when the rollout is worse. */
  public double estimate() {
    return hypothesis.estimate();
  }
}
