package dev.carryover.core.stats;

import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.special.Beta;

/** Student's t distribution; both tails keep their relative precision. */
final class StudentT {
  private static final double QUANTILE_ACCURACY = 1e-13;

  private StudentT() {}

  /** P(T ≤ t) at {@code df} degrees of freedom. */
  static double lowerTail(double t, double df) {
    double beyond = 0.5 * Beta.regularizedBeta(df / (df + t * t), 0.5 * df, 0.5);
    return t < 0 ? beyond : 1 - beyond;
  }

  /** P(T ≥ t). */
  static double upperTail(double t, double df) {
    return lowerTail(-t, df);
  }

  /** The t that is exceeded with probability {@code alpha}. */
  static double upperQuantile(double alpha, double df) {
    // without a generator of its own, which would cost more than the quantile
    return -new TDistribution(null, df, QUANTILE_ACCURACY).inverseCumulativeProbability(alpha);
  }
}
