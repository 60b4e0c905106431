package dev.carryover.core.stats;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The bootstrap over whole histories (Efron 1979): histories are drawn with repeats, and every
 * contrast is computed on the same draw.
 */
public final class HistoryBootstrap {
  /** Resamples unless configured. */
  public static final int RESAMPLES = 10_000;

  private static final double ESTIMATE_TOLERANCE = 1e-9;

  private HistoryBootstrap() {}

  /** Resamples {@value #RESAMPLES} times; see {@link #resample(int, List, long, int)}. */
  public static List<BootstrapDistribution> resample(
      int histories, List<Contrast> contrasts, long seed) {
    return resample(histories, contrasts, seed, RESAMPLES);
  }

  /**
   * Computes every contrast on {@code resamples} draws of {@code histories} histories. Equal seeds
   * give equal results on every platform; the contrasts do not influence the draws.
   *
   * @param histories in the sample, at least 2
   * @param contrasts with their published estimates, names unique; may be empty
   * @param resamples at least 1
   * @return one distribution per contrast, in the order given
   * @throws IllegalArgumentException if a published estimate is not what its statistic gives on the
   *     whole sample, or a statistic is not finite
   */
  public static List<BootstrapDistribution> resample(
      int histories, List<Contrast> contrasts, long seed, int resamples) {
    Checks.atLeast("histories", 2, histories);
    Checks.atLeast("resamples", 1, resamples);
    requireUniqueNames(contrasts);
    int[] drawn = new int[histories];
    for (int i = 0; i < histories; i++) {
      drawn[i] = i;
    }
    double[] estimates = new double[contrasts.size()];
    for (int c = 0; c < estimates.length; c++) {
      estimates[c] = reproduced(contrasts.get(c), drawn);
    }
    double[][] values = new double[contrasts.size()][resamples];
    SplittableRandom random = new SplittableRandom(seed);
    for (int b = 0; b < resamples; b++) {
      draw(random, drawn);
      for (int c = 0; c < values.length; c++) {
        values[c][b] = value(contrasts.get(c), drawn);
      }
    }
    List<BootstrapDistribution> distributions = new ArrayList<>();
    for (int c = 0; c < values.length; c++) {
      distributions.add(
          new BootstrapDistribution(contrasts.get(c).name(), estimates[c], values[c]));
    }
    return List.copyOf(distributions);
  }

  /** By multiplication of 32 random bits: uneven by less than n/2^32, without a division. */
  private static void draw(SplittableRandom random, int[] drawn) {
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = (int) (((random.nextLong() >>> 32) * drawn.length) >>> 32);
    }
  }

  private static double reproduced(Contrast contrast, int[] whole) {
    double computed = value(contrast, whole);
    double allowed = ESTIMATE_TOLERANCE * Math.max(1, Math.abs(contrast.estimate()));
    if (Math.abs(computed - contrast.estimate()) > allowed) {
      throw new IllegalArgumentException(
          "the published estimate of "
              + contrast.name()
              + " is "
              + contrast.estimate()
              + ", but its histories give "
              + computed
              + ": they are not the ones that it was computed from");
    }
    return computed;
  }

  private static double value(Contrast contrast, int[] drawn) {
    double value = contrast.statistic().over(drawn);
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "contrast " + contrast.name() + " is " + value + " on a draw of histories");
    }
    return value;
  }

  private static void requireUniqueNames(List<Contrast> contrasts) {
    Set<String> seen = new HashSet<>();
    for (Contrast contrast : contrasts) {
      if (!seen.add(contrast.name())) {
        throw new IllegalArgumentException("contrast " + contrast.name() + " is given twice");
      }
    }
  }
}
