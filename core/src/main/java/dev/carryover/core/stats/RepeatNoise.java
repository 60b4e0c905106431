package dev.carryover.core.stats;

import java.util.Arrays;
import java.util.Optional;

/**
 * How far live repeats differ with nothing changed. The two reads of a cell can be exchanged, so
 * that their difference has the mean 0 and the standard deviation {@code √(Σ d²/m)} over m cells. A
 * difference between two treatments is one of two reads as well: over n histories repeats alone
 * move it by {@code sd/√n}, one standard error.
 *
 * @param cells that were read twice, at least 2
 * @param standardDeviation of a cell's difference between two reads, as a fraction of 1; 0 where
 *     every cell came out the same
 */
public record RepeatNoise(int cells, double standardDeviation) {
  private static final double ALPHA = 0.05;

  public RepeatNoise {
    Checks.atLeast("cells", 2, cells);
    if (!(Checks.finite("standardDeviation", standardDeviation) >= 0)) {
      throw new IllegalArgumentException(
          "standardDeviation is " + standardDeviation + ": it must not be negative");
    }
  }

  /**
   * The noise of some cells.
   *
   * @param differences first read minus second, the mean of each cell
   * @return absent for fewer than two cells
   * @throws IllegalArgumentException if a difference is not finite
   */
  public static Optional<RepeatNoise> of(double... differences) {
    Checks.finite("differences", differences);
    return differences.length < 2
        ? Optional.empty()
        : Optional.of(
            new RepeatNoise(
                differences.length,
                Math.sqrt(Arrays.stream(differences).map(d -> d * d).average().orElseThrow())));
  }

  /**
   * What a mean difference over n histories stays under 19 times in 20 if nothing but repeats moves
   * it: {@code t(0.975, m)·sd/√n}.
   */
  public double reach(int histories) {
    Checks.atLeast("histories", 1, histories);
    return StudentT.upperQuantile(ALPHA / 2, cells) * standardDeviation / Math.sqrt(histories);
  }
}
