package dev.carryover.repair.adapter;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.spi.SpaceAdapterFitter.Pairs;
import java.util.List;
import java.util.stream.IntStream;

/** Six pairs of three dimensions; what NumPy and SciPy make of them stands in the tests. */
final class Reference {
  static final float[] QUESTION = {0.5f, -0.25f, 0.125f};

  private static final double[][] SOURCES = {
    {-5, 0, 5}, {2, -1, -4}, {1, 1, 1}, {3, -5, -2}, {-3, 3, -2}, {5, 3, 1}
  };
  private static final double[][] TARGETS = {
    {-4, -1, -5}, {1, -5, -5}, {3, 1, 5}, {2, 4, -1}, {-2, 4, 3}, {4, 1, 4}
  };

  private Reference() {}

  /** The pairs, in eighths; the first coordinates alone where fewer dimensions are asked for. */
  static Pairs pairs(int from, int to) {
    return new Pairs(
        new EmbedderIdentity("new", from, "f-new"),
        new EmbedderIdentity("old", to, "f-old"),
        eighths(SOURCES, from),
        eighths(TARGETS, to));
  }

  private static List<float[]> eighths(double[][] rows, int dimension) {
    return IntStream.range(0, rows.length)
        .mapToObj(
            i -> {
              float[] vector = new float[dimension];
              for (int j = 0; j < dimension; j++) {
                vector[j] = (float) (rows[i][j] / 8);
              }
              return vector;
            })
        .toList();
  }
}
