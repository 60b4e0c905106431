package dev.carryover.core;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * What became of a probe's evidence.
 *
 * @param evidence one entry for each evidence event, in the probe's order; never empty
 * @param ranked whether the read path ranks, so that recall@k and MRR are defined
 * @param firstHit rank, from 1, of the first returned item that holds any of the evidence, if one
 *     does
 * @param items how many items the store held, for the chance level
 */
public record RetrievalTrace(
    List<EvidenceFate> evidence, boolean ranked, OptionalInt firstHit, int items) {
  public RetrievalTrace {
    evidence = List.copyOf(evidence);
    Objects.requireNonNull(firstHit, "firstHit");
    if (evidence.isEmpty()) {
      throw new IllegalArgumentException("no evidence to trace");
    }
    if (items < 0) {
      throw new IllegalArgumentException("a store of " + items + " items");
    }
    requireRank(firstHit);
  }

  /**
   * What became of one evidence event.
   *
   * @param event its id
   * @param kept whether the store holds all of it
   * @param rank the first rank, from 1, within which the returned items hold all of it, if they do
   */
  public record EvidenceFate(String event, boolean kept, OptionalInt rank) {
    public EvidenceFate {
      Texts.requireNotBlank("evidence event id", event);
      Objects.requireNonNull(rank, "rank");
      requireRank(rank);
    }
  }

  private static void requireRank(OptionalInt rank) {
    if (rank.isPresent() && rank.getAsInt() < 1) {
      throw new IllegalArgumentException("rank " + rank.getAsInt() + ": ranks start at 1");
    }
  }
}
