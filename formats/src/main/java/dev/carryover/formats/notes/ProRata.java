package dev.carryover.formats.notes;

import java.math.BigInteger;
import java.util.List;

/** Shares out a whole among segments by their text bytes. */
final class ProRata {
  private ProRata() {}

  /**
   * A whole number for each segment. Sums of the first shares are the exact sums rounded down, so
   * all of them add up to the whole; where no segment has any text, all are 0.
   */
  static int[] shares(int whole, List<Segment> segments) {
    long total = segments.stream().mapToLong(Segment::textBytes).sum();
    int[] shares = new int[segments.size()];
    long bytes = 0;
    int before = 0;
    for (int i = 0; i < shares.length && total > 0; i++) {
      bytes += segments.get(i).textBytes();
      int upTo = part(whole, bytes, total);
      shares[i] = upTo - before;
      before = upTo;
    }
    return shares;
  }

  private static int part(int whole, long bytes, long total) {
    return BigInteger.valueOf(whole)
        .multiply(BigInteger.valueOf(bytes))
        .divide(BigInteger.valueOf(total))
        .intValueExact();
  }
}
