package dev.carryover.formats.search;

import java.util.Arrays;

/**
 * Consecutive vectors, kept by dimension: {@code columns[d][j]} is coordinate d of vector {@code
 * first + j}. So a dot product with every vector of the block is a chain of additions of whole
 * columns, which the compiler turns into wide instructions without touching the order in which one
 * vector's products are summed: scores are the same to the bit on every machine, alone and in a
 * batch.
 *
 * @param first number of the first vector
 * @param count of vectors
 * @param columns one array of {@code count} for each dimension
 */
record VectorBlock(int first, int count, float[][] columns) {
  /** Vectors in a full block: long enough columns to stream, short enough to stay in the cache. */
  static final int FULL = 1024;

  /** As many columns as the compiler still vectorises in one loop. */
  private static final int STRIDE = 4;

  static VectorBlock empty(int first, int count, int dimension) {
    return new VectorBlock(first, count, new float[dimension][count]);
  }

  void put(int vector, float[] coordinates) {
    for (int d = 0; d < coordinates.length; d++) {
      columns[d][vector - first] = coordinates[d];
    }
  }

  /**
   * Dot products with several queries: {@code scores[i][j]} is that of query {@code from + i} with
   * vector {@code first + j}. A group of columns meets every query while it is in the cache.
   */
  void score(float[][] queries, int from, int to, float[][] scores) {
    for (int query = from; query < to; query++) {
      Arrays.fill(scores[query - from], 0, count, 0f);
    }
    int d = 0;
    for (; d + STRIDE <= columns.length; d += STRIDE) {
      for (int query = from; query < to; query++) {
        addFour(d, queries[query], scores[query - from]);
      }
    }
    for (; d < columns.length; d++) {
      for (int query = from; query < to; query++) {
        addOne(columns[d], queries[query][d], scores[query - from], count);
      }
    }
  }

  private void addFour(int dimension, float[] query, float[] sums) {
    float[] a = columns[dimension];
    float[] b = columns[dimension + 1];
    float[] c = columns[dimension + 2];
    float[] d = columns[dimension + 3];
    float qa = query[dimension];
    float qb = query[dimension + 1];
    float qc = query[dimension + 2];
    float qd = query[dimension + 3];
    int size = count;
    for (int j = 0; j < size; j++) {
      sums[j] += (qa * a[j] + qb * b[j]) + (qc * c[j] + qd * d[j]);
    }
  }

  private static void addOne(float[] column, float weight, float[] sums, int count) {
    for (int j = 0; j < count; j++) {
      sums[j] += weight * column[j];
    }
  }
}
