package dev.carryover.core.stats;

import java.util.OptionalInt;
import org.apache.commons.math3.analysis.solvers.BrentSolver;

/**
 * The power of a one-sided one-sample t test, from the noncentral t distribution. Effects and
 * standard deviations share a unit, whichever it is.
 */
public final class PowerAnalysis {
  /** Plans for more histories than this are no plans. */
  public static final int MOST_HISTORIES = 10_000;

  private static final double RELATIVE_ACCURACY = 1e-13;
  private static final double ABSOLUTE_ACCURACY = 1e-12;

  private PowerAnalysis() {}

  /**
   * The probability that n histories show an effect: {@code P(nct(n − 1, effect·√n/sd) > t_{1−α,
   * n−1})}.
   *
   * @param n histories, at least 2
   * @param sd the standard deviation between histories, above 0
   * @param effect the distance of the true mean from the tested value, 0 or more
   * @param alpha one-sided
   */
  public static double power(int n, double sd, double effect, double alpha) {
    Checks.atLeast("n", 2, n);
    Checks.positive("sd", sd);
    Checks.openProbability("alpha", alpha);
    if (!(Checks.finite("effect", effect) >= 0)) {
      throw new IllegalArgumentException("effect is " + effect + ": it must not be negative");
    }
    double critical = StudentT.upperQuantile(alpha, n - 1);
    return NoncentralT.upperTail(critical, n - 1, effect * Math.sqrt(n) / sd);
  }

  /**
   * The effect that n histories show with probability {@code power}.
   *
   * @param power above {@code alpha}, below 1
   */
  public static double detectableEffect(int n, double sd, double alpha, double power) {
    Checks.atLeast("n", 2, n);
    Checks.positive("sd", sd);
    requirePowerAbove(alpha, power);
    double critical = StudentT.upperQuantile(alpha, n - 1);
    double enough = Math.max(1, critical);
    while (NoncentralT.upperTail(critical, n - 1, enough) < power) {
      enough *= 2;
    }
    double noncentrality =
        new BrentSolver(RELATIVE_ACCURACY, ABSOLUTE_ACCURACY)
            .solve(1_000, x -> NoncentralT.upperTail(critical, n - 1, x) - power, 0, enough);
    return noncentrality * sd / Math.sqrt(n);
  }

  /**
   * The smallest number of histories, from 2, that shows {@code effect} with probability {@code
   * power}.
   *
   * @return absent where {@value #MOST_HISTORIES} are not enough, and for an effect of 0
   */
  public static OptionalInt requiredHistories(
      double sd, double effect, double alpha, double power) {
    requirePowerAbove(alpha, power);
    if (power(MOST_HISTORIES, sd, effect, alpha) < power) {
      return OptionalInt.empty();
    }
    int tooFew = 1;
    int enough = MOST_HISTORIES;
    while (enough - tooFew > 1) {
      int middle = (tooFew + enough) >>> 1;
      if (power(middle, sd, effect, alpha) >= power) {
        enough = middle;
      } else {
        tooFew = middle;
      }
    }
    return OptionalInt.of(enough);
  }

  private static void requirePowerAbove(double alpha, double power) {
    Checks.openProbability("alpha", alpha);
    Checks.openProbability("power", power);
    if (power <= alpha) {
      throw new IllegalArgumentException(
          "power " + power + " is not above alpha " + alpha + ": no effect at all has that much");
    }
  }
}
