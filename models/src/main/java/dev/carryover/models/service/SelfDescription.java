package dev.carryover.models.service;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;

/** What a service tells about itself and one of its models, beside answers. */
interface SelfDescription {
  /**
   * Asks it.
   *
   * @throws AttemptFailure if it cannot be reached, or wants another key
   */
  Told ask();

  /** Tokens of a text; empty where the service does not tokenize. */
  OptionalLong countTokens(String model, String text);

  /**
   * What it told; empty where it does not say.
   *
   * @param catalogue the models that it lists
   * @param revision of the weights
   * @param tokenizer hash of the token ids of a fixed text
   * @param context limit, in tokens
   * @param facts what else it told, by name
   */
  record Told(
      Catalogue catalogue,
      Optional<String> revision,
      Optional<String> tokenizer,
      OptionalInt context,
      SortedMap<String, String> facts) {}

  /** The first 16 hex digits of a text's SHA-256. */
  static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
