package dev.carryover.models.reader;

import java.util.List;

/**
 * Words of a sentence that name who says it.
 *
 * @param from index of the first token
 * @param to index after the last token
 */
record Party(int from, int to) {
  /** What its words are, without their endings. */
  List<String> stems(List<Token> tokens) {
    return tokens.subList(from, to).stream().map(Token::stem).toList();
  }

  boolean holds(Mention mention) {
    return mention.here() && mention.from() >= from && mention.from() < to;
  }
}
