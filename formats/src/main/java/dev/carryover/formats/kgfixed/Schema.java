package dev.carryover.formats.kgfixed;

import dev.carryover.core.ClaimSchema;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * A schema file.
 *
 * @param text as it stands in the file
 * @param claims what may be claimed
 * @param sentences by relation: how a claim is said, with {@code {subject}} and {@code {object}};
 *     relations without one are said in a general form
 * @param phrases the general forms
 */
record Schema(String text, ClaimSchema claims, Map<String, String> sentences, Phrases phrases) {
  Schema {
    sentences = Map.copyOf(sentences);
  }

  /** SHA-256 of the text, as hex digits. */
  String sha256() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
