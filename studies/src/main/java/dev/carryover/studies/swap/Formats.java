package dev.carryover.studies.swap;

/** Names of the four formats, and of what the runs measure of them. */
public final class Formats {
  public static final String NOTES = "notes";
  public static final String CLAIMS = "kg-fixed";
  public static final String TRANSCRIPT = "lc-raw";
  public static final String RAG = "rag";

  /** The share of questions that are answered with the right code. */
  public static final String ACCURACY = "accuracy";

  private Formats() {}
}
