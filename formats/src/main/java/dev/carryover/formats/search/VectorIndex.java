package dev.carryover.formats.search;

import java.util.List;

/** Finds numbered vectors by cosine. Safe for use by several threads until it is closed. */
public interface VectorIndex extends AutoCloseable {
  /**
   * The vectors closest to each query, in order.
   *
   * @param queries each of the index's dimension, of any length but 0
   * @param k at most this many for each, best first by cosine, ties by item number
   */
  List<List<Hit>> nearest(List<float[]> queries, int k);

  @Override
  default void close() {}
}
