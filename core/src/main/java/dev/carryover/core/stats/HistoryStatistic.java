package dev.carryover.core.stats;

/** A figure that can be computed from any selection of histories, such as a mean. */
@FunctionalInterface
public interface HistoryStatistic {
  /**
   * The figure over the drawn histories.
   *
   * @param drawn places of histories, from 0, with repeats; neither kept nor changed
   * @return a finite number
   */
  double over(int[] drawn);

  /** The mean of one value per history, in any unit. */
  static HistoryStatistic mean(double... perHistory) {
    double[] values = Checks.finite("perHistory", perHistory).clone();
    return drawn -> {
      if (drawn.length != values.length) {
        throw new IllegalArgumentException(
            "the contrast has " + values.length + " histories, the sample " + drawn.length);
      }
      double sum = 0;
      for (int history : drawn) {
        sum += values[history];
      }
      return sum / drawn.length;
    };
  }
}
