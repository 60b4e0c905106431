package dev.carryover.models.reader;

import java.util.Set;

/**
 * Whose word counts where sources differ.
 *
 * @param winners stems of the words that name who is to be believed; may be empty
 * @param losers stems of the words that name who is not; may be empty
 */
record Precedence(Set<String> winners, Set<String> losers) {
  Precedence {
    winners = Set.copyOf(winners);
    losers = Set.copyOf(losers);
  }
}
