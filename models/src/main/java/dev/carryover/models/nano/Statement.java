package dev.carryover.models.nano;

import java.util.Optional;

/**
 * Something that a nano model read, in the terms of its grammar.
 *
 * @param subject a name; {@code rule} for a rule
 * @param word the attribute or the role; empty for an alias and a rule
 * @param object a code, a name or a source
 * @param source who says so, where one is named
 */
record Statement(Kind kind, String subject, String word, String object, Optional<String> source) {
  /** The subject of a rule. */
  static final String RULE = "rule";

  /** What is stated, in the order in which notes put it. */
  enum Kind {
    /** Which source is right. */
    RULE,
    /** Another name. */
    ALIAS,
    /** Who holds a role. */
    ROLE,
    /** A code. */
    VALUE,
    /** A code that took the place of another. */
    CHANGE
  }

  static Statement rule(String source) {
    return new Statement(Kind.RULE, RULE, "", source, Optional.empty());
  }

  static Statement alias(String name, String other) {
    return new Statement(Kind.ALIAS, name, "", other, Optional.empty());
  }

  static Statement role(String from, String role, String to) {
    return new Statement(Kind.ROLE, from, role, to, Optional.empty());
  }

  static Statement value(String name, String attribute, String code) {
    return new Statement(Kind.VALUE, name, attribute, code, Optional.empty());
  }

  static Statement change(String name, String attribute, String code) {
    return new Statement(Kind.CHANGE, name, attribute, code, Optional.empty());
  }

  static Statement said(String source, String name, String attribute, String code) {
    return new Statement(Kind.VALUE, name, attribute, code, Optional.of(source));
  }

  /** The sentence of the grammar that says it. */
  String sentence() {
    return switch (kind) {
      case RULE -> "rule : " + object + " wins .";
      case ALIAS -> subject + " is also called " + object + " .";
      case ROLE -> "the " + word + " of " + subject + " is " + object + " .";
      case CHANGE -> "the " + word + " of " + subject + " is now " + object + " .";
      case VALUE ->
          source
              .map(from -> from + " says " + subject + " " + word + " " + object + " .")
              .orElse("the " + word + " of " + subject + " is " + object + " .");
    };
  }
}
