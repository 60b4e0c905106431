package dev.carryover.core;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Derives the seed of one random choice from the seed of a run, so that choices are independent.
 */
public final class Seeds {
  private Seeds() {}

  /**
   * The seed for a choice that these labels name: the same on every machine and in any order of
   * work.
   */
  public static long derive(long seed, String... labels) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(0, seed));
      for (String label : labels) {
        sha256.update((label + "\0").getBytes(StandardCharsets.UTF_8));
      }
      return ByteBuffer.wrap(sha256.digest()).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
