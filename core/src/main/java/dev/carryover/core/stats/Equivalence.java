package dev.carryover.core.stats;

/**
 * Equivalence by two one-sided t tests (Schuirmann 1987).
 *
 * @param pLower p against "the mean is at or under the lower bound"
 * @param pUpper p against "the mean is at or over the upper bound"
 */
public record Equivalence(double pLower, double pUpper) {
  /** Tests whether the mean lies within {@code bounds}. */
  public static Equivalence of(TEstimate estimate, Interval bounds) {
    return new Equivalence(estimate.pAbove(bounds.low()), estimate.pBelow(bounds.high()));
  }

  /** The p of equivalence: the larger of the two. */
  public double p() {
    return Math.max(pLower, pUpper);
  }
}
