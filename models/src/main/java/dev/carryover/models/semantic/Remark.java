package dev.carryover.models.semantic;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A sentence with at most one code.
 *
 * @param text to be embedded: with the sentence before it where it names nobody
 * @param code as written
 * @param words what it says, see {@link Words}
 * @param capitals those of the words that it writes with a capital letter
 * @param time in seconds from the epoch: the date that it writes, else the one of its turn
 */
record Remark(
    String text,
    Optional<String> code,
    Set<String> words,
    Set<String> capitals,
    OptionalLong time) {
  Remark {
    words = Set.copyOf(words);
    capitals = Set.copyOf(capitals);
  }
}
