package dev.carryover.reports.figures;

/** The part that a treatment plays in the verdict. */
public enum Standing {
  /** What the rollout is compared with. */
  REFERENCE,
  /** What is planned. */
  ROLLOUT,
  /** Measured beside them. */
  BESIDE,
  /** Shows that the instrument measures what it should. */
  CONTROL
}
