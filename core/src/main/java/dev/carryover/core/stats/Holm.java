package dev.carryover.core.stats;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Holm's step-down correction (Holm 1979). */
public final class Holm {
  private Holm() {}

  /**
   * Adjusts for all tests at once: {@code p(j) = min{1, max over k ≤ j of (K + 1 − k) p(k)}} in
   * ascending order of p.
   *
   * @param p one p value per test, each in [0, 1]; may be empty
   * @return the adjusted values, in the order of the input
   * @throws IllegalArgumentException if a value is no probability
   */
  public static double[] adjust(double... p) {
    for (int i = 0; i < p.length; i++) {
      if (!(p[i] >= 0 && p[i] <= 1)) {
        throw new IllegalArgumentException("p[" + i + "] is " + p[i] + ": it must lie in [0, 1]");
      }
    }
    int[] ascending =
        IntStream.range(0, p.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> p[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] adjusted = new double[p.length];
    double largest = 0;
    for (int k = 0; k < ascending.length; k++) {
      largest = Math.max(largest, (p.length - k) * p[ascending[k]]);
      adjusted[ascending[k]] = Math.min(1, largest);
    }
    return adjusted;
  }
}
