package dev.carryover.studies.instrument;

import dev.carryover.migrations.plan.Treatments;

/** Where a loss is planted, and the upgrade in which it is. */
enum Stage {
  /** The new writer leaves events out. */
  CONSTRUCTION(
      "construction",
      "kg-fixed",
      "kg-fixed",
      "rewrite",
      """
      services:
        planted-old: {kind: planted, of: extractive-1, path: %s}
        planted-new: {kind: planted, of: extractive-1, path: %s}
      old: {writer: planted-old, reader: extractive-1}
      new: {writer: planted-new, reader: extractive-1}
      """),
  /** The new embedder ranks what is asked for last. */
  RETRIEVAL(
      "retrieval",
      "rag",
      "rag: {k: 8}",
      "rewrite",
      """
      services:
        planted-old: {kind: planted, of: all-minilm-l6-v2-q, path: %s}
        planted-new: {kind: planted, of: all-minilm-l6-v2-q, path: %s, mirrored: "true"}
      old: {model: extractive-1, embedder: planted-old}
      new: {model: extractive-1, embedder: planted-new}
      mixed: {percent: []}
      """),
  /** The new reader gives another code. */
  READING(
      "reading",
      "kg-fixed",
      "kg-fixed",
      "keep",
      """
      services:
        planted-old: {kind: planted, of: extractive-1, path: %s}
        planted-new: {kind: planted, of: extractive-1, path: %s}
      old: {writer: extractive-1, reader: planted-old}
      new: {writer: extractive-1, reader: planted-new}
      """);

  private final String label;
  private final String format;
  private final String choice;
  private final String rollout;
  private final String parts;

  Stage(String label, String format, String choice, String rollout, String parts) {
    this.label = label;
    this.format = format;
    this.choice = choice;
    this.rollout = rollout;
    this.parts = parts;
  }

  /** The word in reports and in the names of folders. */
  String label() {
    return label;
  }

  /** The memory format under test. */
  String format() {
    return format;
  }

  /** The treatment that is compared with {@code before}. */
  String treatment() {
    return Treatments.ofRollout(rollout);
  }

  /** Whether its stores are the same in all conditions, so that one writing is enough. */
  boolean writesAlike() {
    return this != CONSTRUCTION;
  }

  /**
   * The part of a migration file that says what changes.
   *
   * @param old path of the texts at which the old side fails, quoted for YAML
   * @param next the same for the new side
   */
  String upgrade(String old, String next) {
    return "formats: [%s]\nrollout: %s\n".formatted(choice, rollout) + parts.formatted(old, next);
  }
}
