package dev.carryover.models.reader;

/**
 * Words of a sentence that name who says it.
 *
 * @param from index of the first token
 * @param to index after the last token
 */
record Party(int from, int to) {
  boolean holds(Mention mention) {
    return mention.here() && mention.from() >= from && mention.from() < to;
  }
}
