package dev.carryover.repair.adapter;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.SpaceAdapter;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.SpaceAdapterFitter.Pairs;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Pairs of vectors about their means.
 *
 * @param from the space to map from
 * @param to the space to map to
 * @param sources one row a pair
 * @param targets one row a pair
 */
record Sample(EmbedderIdentity from, EmbedderIdentity to, Centred sources, Centred targets) {
  /**
   * The sample.
   *
   * @throws SettingException if there are fewer than two pairs, or one side does not vary
   */
  static Sample of(Pairs pairs) {
    if (pairs.count() < 2) {
      throw refused(pairs.count() + " texts", "two are the least");
    }
    Sample sample =
        new Sample(
            pairs.from(), pairs.to(), Centred.of(pairs.sources()), Centred.of(pairs.targets()));
    if (!sample.sources.varies() || !sample.targets.varies()) {
      throw refused(
          "%d texts whose vectors are all equal".formatted(pairs.count()),
          "these embedders cannot tell such texts apart");
    }
    return sample;
  }

  static SettingException refused(String sample, String why) {
    return new SettingException(
        "histories",
        "an adapter cannot be fitted on " + sample + ": " + why,
        "give more and other histories, or choose re-embed");
  }

  /** Products of the two sides' coordinates, summed over pairs: sources down, targets across. */
  DMatrixRMaj products() {
    return product(sources.rows(), targets.rows());
  }

  /** The same of the sources' with each other. */
  DMatrixRMaj sourceProducts() {
    return product(sources.rows(), sources.rows());
  }

  /**
   * The adapter that maps differences from the sources' mean by a matrix, and that mean to the
   * targets'.
   *
   * @param map sources' coordinates down, targets' across
   */
  SpaceAdapter adapter(DMatrixRMaj map) {
    double[] bias = targets.mean().clone();
    float[][] columns = new float[map.getNumRows()][map.getNumCols()];
    for (int i = 0; i < columns.length; i++) {
      for (int j = 0; j < bias.length; j++) {
        columns[i][j] = (float) map.get(i, j);
        bias[j] -= sources.mean()[i] * map.get(i, j);
      }
    }
    float[] rounded = new float[bias.length];
    for (int j = 0; j < bias.length; j++) {
      rounded[j] = (float) bias[j];
    }
    return SpaceAdapter.of(from, to, columns, rounded);
  }

  private static DMatrixRMaj product(DMatrixRMaj left, DMatrixRMaj right) {
    DMatrixRMaj product = new DMatrixRMaj(left.getNumCols(), right.getNumCols());
    CommonOps_DDRM.multTransA(left, right, product);
    return product;
  }

  /**
   * Vectors about their mean.
   *
   * @param rows one a vector
   * @param mean of the vectors
   */
  record Centred(DMatrixRMaj rows, double[] mean) {
    /** Deviations under which floats of unit length cannot be told from rounding. */
    private static final double ROUNDING = 1e-6;

    static Centred of(List<float[]> vectors) {
      double[] mean = new double[vectors.get(0).length];
      for (float[] vector : vectors) {
        for (int j = 0; j < mean.length; j++) {
          mean[j] += vector[j];
        }
      }
      for (int j = 0; j < mean.length; j++) {
        mean[j] /= vectors.size();
      }
      DMatrixRMaj rows = new DMatrixRMaj(vectors.size(), mean.length);
      for (int i = 0; i < vectors.size(); i++) {
        for (int j = 0; j < mean.length; j++) {
          rows.set(i, j, vectors.get(i)[j] - mean[j]);
        }
      }
      return new Centred(rows, mean);
    }

    boolean varies() {
      return CommonOps_DDRM.elementMaxAbs(rows) > ROUNDING;
    }
  }
}
