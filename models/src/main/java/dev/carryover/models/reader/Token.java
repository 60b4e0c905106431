package dev.carryover.models.reader;

import java.util.Optional;

/**
 * A word, code, date or mark of a text.
 *
 * @param text as written, without a possessive ending; for a date its words
 * @param lower the text in lower case
 * @param stem see {@link Stems}; the text itself for anything but a word
 * @param kind what it is
 * @param possessive whether an ending like {@code 's} was taken off
 * @param stamp the date or time that it writes
 */
record Token(
    String text, String lower, String stem, Kind kind, boolean possessive, Optional<Stamp> stamp) {

  /** What a token is. */
  enum Kind {
    /** A word of letters. */
    WORD,
    /** What has the form of an answer. */
    CODE,
    /** Other letters and digits: a small number, 7B. */
    NUMBER,
    /** A date or a point in time. */
    DATE,
    /** One punctuation mark. */
    MARK
  }

  static Token mark(String text) {
    return new Token(text, text, text, Kind.MARK, false, Optional.empty());
  }

  static Token date(String text, Stamp stamp) {
    return new Token(text, text, text, Kind.DATE, false, Optional.of(stamp));
  }

  boolean is(String word) {
    return lower.equals(word);
  }

  boolean mark() {
    return kind == Kind.MARK;
  }

  boolean word() {
    return kind == Kind.WORD;
  }

  boolean code() {
    return kind == Kind.CODE;
  }

  /** Whether it is a word that begins with a capital letter. */
  boolean capital() {
    return kind == Kind.WORD && Character.isUpperCase(text.charAt(0));
  }

  /** Whether it is a word that only holds a sentence together. */
  boolean function() {
    return kind == Kind.WORD && Lexicon.function(lower);
  }

  /** Whether it is a noun that an identifier may be called by. */
  boolean identifierHead() {
    return kind == Kind.WORD && Lexicon.identifier(lower);
  }

  /** Whether it is a word that tells something. */
  boolean content() {
    return kind == Kind.WORD && !Lexicon.function(lower);
  }
}
