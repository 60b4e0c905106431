package dev.carryover.models.transformer.chat;

/** Values that are none. */
enum Nothing {
  /** A name without a value; written out as nothing. */
  UNDEFINED,
  /** Python's None. */
  NONE
}
