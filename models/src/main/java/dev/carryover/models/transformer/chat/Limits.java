package dev.carryover.models.transformer.chat;

/** What a template may take. Those of real models stay far below. */
final class Limits {
  /** Characters of a template. */
  static final int SOURCE = 1 << 18;

  /** Statements within each other, and brackets within each other. */
  static final int DEPTH = 50;

  /** Operations of one expression. */
  static final int OPERATIONS = 1_000;

  /** Work of one rendering, in characters that are made and written. */
  static final long WORK = 1L << 26;

  /** What a look at a variable, a call or an element of a list is counted as, in characters. */
  static final int STEP = 64;

  private Limits() {}
}
