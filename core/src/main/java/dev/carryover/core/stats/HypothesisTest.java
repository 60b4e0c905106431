package dev.carryover.core.stats;

import java.util.Objects;

/**
 * The figures of one tested hypothesis.
 *
 * @param standardError of the estimate, with the variance floor
 * @param interval the 95 % t interval of the loss, from that standard error
 * @param pPreserved one-sided p of "the loss is not under the margin"
 * @param pRegressed one-sided p of "the loss is not over the margin"
 * @param pRegressedHolm the latter, Holm-adjusted over all hypotheses of the decision
 */
public record HypothesisTest(
    double standardError,
    Interval interval,
    double pPreserved,
    double pRegressed,
    double pRegressedHolm) {
  public HypothesisTest {
    Objects.requireNonNull(interval, "interval");
  }
}
