package dev.carryover.models.reader;

import java.util.List;
import java.util.Set;

/**
 * What a question asks for.
 *
 * @param tokens the question's words and marks
 * @param units the parts that an answer should cover; never empty
 * @param frame when
 * @param precedence whether it asks under a rule of whose word counts
 * @param codes codes in the question, which are no answers
 */
record Inquiry(
    List<Token> tokens, List<Unit> units, TimeFrame frame, boolean precedence, Set<String> codes) {

  /** What a part of a question does in it. */
  enum Part {
    /** Names somebody or something. */
    NAME,
    /** Says which code of theirs. */
    LABEL,
    /** Says that it is some code. */
    GENERIC,
    /** Leads from one name to another. */
    RELATION,
    /** A common noun for somebody or something. */
    THING,
    /** Says more. */
    OTHER
  }

  /**
   * A part of a question.
   *
   * @param part what it does
   * @param term a stem, a group of synonyms, or for a name its terms joined by blanks
   * @param at index of its first token
   * @param weight what it counts
   */
  record Unit(Part part, String term, int at, float weight) {}
}
