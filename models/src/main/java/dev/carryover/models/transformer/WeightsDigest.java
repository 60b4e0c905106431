package dev.carryover.models.transformer;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The fingerprint of weights. */
final class WeightsDigest {
  private WeightsDigest() {}

  /** The SHA-256 over names, shapes and little-endian 32-bit floats, as 64 hexadecimal digits. */
  static String of(Weights weights) {
    MessageDigest sha256 = sha256();
    weights
        .all()
        .forEach(
            (name, array) -> {
              sha256.update((name + array.getShape()).getBytes(StandardCharsets.UTF_8));
              sha256.update(array.toByteBuffer(true));
            });
    return HexFormat.of().formatHex(sha256.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
