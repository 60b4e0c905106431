package dev.carryover.formats.notes;

import java.math.BigInteger;
import java.util.Arrays;

/** Shares out a whole by the bytes of those who take part. */
final class ProRata {
  private ProRata() {}

  /**
   * A whole number for each. Sums of the first shares are the exact sums rounded down, so that all
   * of them add up to the whole; where nobody has any bytes, all are 0.
   */
  static int[] shares(int whole, long... bytesOf) {
    long total = Arrays.stream(bytesOf).sum();
    int[] shares = new int[bytesOf.length];
    long bytes = 0;
    int before = 0;
    for (int i = 0; i < shares.length && total > 0; i++) {
      bytes += bytesOf[i];
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
