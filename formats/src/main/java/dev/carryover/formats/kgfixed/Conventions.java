package dev.carryover.formats.kgfixed;

/** The names in a schema that reading knows by their meaning. A schema may do without them. */
final class Conventions {
  /** Relation between two names of one thing. */
  static final String ALIAS = "alias";

  /** Relation from what sources may disagree about to the source that is right. */
  static final String TRUSTED_SOURCE = "trusted-source";

  /** Subject of a trusted source that is right about everything. */
  static final String RULE = "rule";

  private Conventions() {}
}
