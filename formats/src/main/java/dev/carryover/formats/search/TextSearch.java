package dev.carryover.formats.search;

import java.util.List;

/** Finds numbered texts for questions. Safe for use by several threads until it is closed. */
public interface TextSearch extends AutoCloseable {
  /**
   * The best items for each question, in order.
   *
   * @param k at most this many for each, best first, ties by item number
   */
  List<List<Hit>> search(List<String> questions, int k);

  @Override
  default void close() {}
}
