package dev.carryover.models.reader;

import java.util.List;

/**
 * Words that name somebody or something.
 *
 * @param from index of the first token, -1 where it is carried over from another sentence
 * @param to index after the last token
 * @param terms the stems of its words, without articles
 * @param key the terms joined by blanks: equal keys are taken to mean the same
 * @param proper whether it is a name or quoted, not a common noun
 * @param weight how surely it is meant, up to 1
 */
record Mention(int from, int to, List<String> terms, String key, boolean proper, float weight) {
  Mention {
    terms = List.copyOf(terms);
  }

  static Mention of(int from, int to, List<String> terms, boolean proper) {
    return new Mention(from, to, terms, String.join(" ", terms), proper, 1);
  }

  /** The same, meant from another sentence. */
  Mention carried(float surely) {
    return new Mention(-1, -1, terms, key, proper, weight * surely);
  }

  boolean here() {
    return from >= 0;
  }
}
