package dev.carryover.models.service;

import java.nio.charset.StandardCharsets;

/** Counts of tokens where nobody counts them. */
final class TokenEstimate {
  private static final int USUAL_BYTES = 4;
  private static final int FEWEST_BYTES = 2;

  private TokenEstimate() {}

  /** The usual: 4 bytes of UTF-8 a token. */
  static long usual(String... texts) {
    return (bytes(texts) + USUAL_BYTES - 1) / USUAL_BYTES;
  }

  /** More than most texts have: 2 bytes of UTF-8 a token. */
  static long most(String... texts) {
    return (bytes(texts) + FEWEST_BYTES - 1) / FEWEST_BYTES;
  }

  private static long bytes(String... texts) {
    long bytes = 0;
    for (String text : texts) {
      bytes += text.getBytes(StandardCharsets.UTF_8).length;
    }
    return bytes;
  }
}
