package dev.carryover.models.reader;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sentence as the rules see it.
 *
 * @param tokens its words and marks
 * @param mentions who and what it names, those a pronoun stands for included
 * @param terms what it says, see {@link Terms}
 * @param facts its codes; empty in most sentences
 * @param aliases pairs of names that it says mean the same
 * @param precedence whose word it says counts
 * @param written the last date in it
 * @param turn when its turn was spoken, where the text says so
 * @param asks whether it is a question
 */
record Sentence(
    List<Token> tokens,
    List<Mention> mentions,
    Map<String, Float> terms,
    List<Fact> facts,
    List<Alias> aliases,
    Optional<Precedence> precedence,
    Optional<Stamp> written,
    Optional<Stamp> turn,
    boolean asks) {

  /** Two names that mean the same, each as a mention's terms joined by blanks. */
  record Alias(String one, String other) {}
}
