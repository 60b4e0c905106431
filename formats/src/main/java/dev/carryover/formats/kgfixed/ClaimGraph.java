package dev.carryover.formats.kgfixed;

import java.util.Collection;
import java.util.List;

/** The claims of one open store as a graph. Safe for use by several threads. */
interface ClaimGraph extends AutoCloseable {
  /**
   * One step of a traversal.
   *
   * @param entities by number, see {@link Entities}
   * @return places of the claims whose subject or object is among them, ascending, none twice
   */
  List<Integer> touching(Collection<Integer> entities);

  @Override
  void close();
}
