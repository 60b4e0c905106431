package dev.carryover.models.reader;

import java.util.Set;

/**
 * The noun phrase that a code is called by.
 *
 * @param from index of its first token, -1 where there is none
 * @param to index after its last token
 * @param stems its stems without those that fit any code; may be empty
 */
record Label(int from, int to, Set<String> stems) {
  static final Label NONE = new Label(-1, -1, Set.of());

  boolean present() {
    return from >= 0;
  }
}
