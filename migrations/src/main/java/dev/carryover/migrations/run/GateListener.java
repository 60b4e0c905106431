package dev.carryover.migrations.run;

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
}
