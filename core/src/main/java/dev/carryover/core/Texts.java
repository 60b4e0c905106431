package dev.carryover.core;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Checks on text that the vocabulary shares. */
final class Texts {
  private Texts() {}

  static void requireNotBlank(String what, String value) {
    Objects.requireNonNull(value, what);
    if (value.isBlank()) {
      throw new IllegalArgumentException(what + " is blank");
    }
  }

  static long utf8Length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
