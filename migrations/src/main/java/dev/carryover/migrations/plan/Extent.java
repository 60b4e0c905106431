package dev.carryover.migrations.plan;

/** How much of a migration is measured. */
public enum Extent {
  /** Both directions and every control. */
  ALL,
  /** The same, and what readers make of the evidence itself, to tell where something was lost. */
  DIAGNOSIS,
  /** What the old side does, for a time when it is gone. */
  BEFORE_ALONE,
  /** All that can be had when the old side is gone and an earlier run stands in for it. */
  WITHOUT_OLD
}
