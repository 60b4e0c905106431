package dev.carryover.migrations.plan;

/** How much of a migration is measured. */
public enum Extent {
  /** Both directions and every control. */
  ALL,
  /** The same, and repairs at full effort, each judged as if it were the rollout. */
  WITH_REPAIR,
  /**
   * Both directions and every control, and what readers make of the evidence itself, to tell where
   * something was lost.
   */
  DIAGNOSIS,
  /**
   * Both directions of {@code before}, {@code inherited} and {@code own}, and every repair at every
   * budget.
   */
  REPAIR,
  /** The old store and the rollout's repair of it, which nobody is asked about. */
  COPY,
  /** What the old side does, for a time when it is gone. */
  BEFORE_ALONE,
  /** The new component on the old store, and nothing else. */
  SCREEN,
  /** The same, beside what the old side does. */
  SCREEN_BESIDE_OLD,
  /** Old and new queries on the old store, for stored texts in place of questions. */
  NEIGHBOURS,
  /** All that can be had when the old side is gone and an earlier run stands in for it. */
  WITHOUT_OLD
}
