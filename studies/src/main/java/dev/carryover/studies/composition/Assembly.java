package dev.carryover.studies.composition;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Which columns are dropped when memories are put together. All others keep their positions. The
 * first column of each is its start marker.
 */
enum Assembly {
  /** None. */
  RAW("raw"),
  /** Every start marker but the first. */
  FIRST_MARKER("first marker"),
  /** As many ordinary columns, one of each memory but the first. */
  ORDINARY("ordinary column"),
  /** Every start marker. */
  NO_MARKER("no marker");

  private final String label;

  Assembly(String label) {
    this.label = label;
  }

  /** The name in arms. */
  String label() {
    return label;
  }

  /**
   * The columns to drop.
   *
   * @param lengths of the memories, two or more each, in order
   * @param seed of the choice of ordinary columns
   */
  int[] dropped(List<Integer> lengths, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] starts = new int[lengths.size()];
    int[] ordinary = new int[lengths.size()];
    int from = 0;
    for (int i = 0; i < starts.length; i++) {
      starts[i] = from;
      ordinary[i] = from + 1 + random.nextInt(lengths.get(i) - 1);
      from += lengths.get(i);
    }
    return switch (this) {
      case RAW -> new int[0];
      case FIRST_MARKER -> IntStream.of(starts).skip(1).toArray();
      case ORDINARY -> IntStream.of(ordinary).skip(1).toArray();
      case NO_MARKER -> starts;
    };
  }
}
