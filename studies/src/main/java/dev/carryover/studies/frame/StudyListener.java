package dev.carryover.studies.frame;

/** Hears how a study gets on. */
public interface StudyListener {
  /** Something began that takes a while. */
  void stage(String what);

  /**
   * Items were answered.
   *
   * @param done of all, those of earlier attempts included
   * @param total planned
   * @param where the arm that is being asked
   */
  void progress(long done, long total, String where);
}
