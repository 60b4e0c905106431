package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import java.time.Duration;

/** Hears how a run gets on. */
public interface GateListener {
  /** Something began that takes a while, such as loading a model. */
  void stage(String what);

  /**
   * Observations were journalled.
   *
   * @param done of all, those of earlier attempts included
   * @param total planned
   * @param where what is being worked on
   */
  void progress(long done, long total, String where);

  /**
   * Repaired copies of stores are there.
   *
   * @param done of all, those of earlier attempts included
   * @param where what was worked on
   */
  default void copied(long done, long total, String where) {}

  /**
   * A store was repaired.
   *
   * @param cell that will read it
   */
  default void repaired(Cell cell, Duration took) {}
}
