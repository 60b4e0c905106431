package dev.carryover.studies.portability;

/** Names of the four formats, and of what the runs measure of them. */
final class Formats {
  static final String NOTES = "notes";
  static final String CLAIMS = "kg-fixed";
  static final String TRANSCRIPT = "lc-raw";
  static final String RAG = "rag";

  /** The share of questions that are answered with the right code. */
  static final String ACCURACY = "accuracy";

  private Formats() {}
}
