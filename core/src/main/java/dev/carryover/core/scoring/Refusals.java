package dev.carryover.core.scoring;

import java.util.List;
import java.util.Locale;

/** Answers that say that the model does not know or will not say. */
final class Refusals {
  private static final List<String> PHRASES =
      List.of(
          "unknown",
          "not known",
          "don't know",
          "do not know",
          "no information",
          "not mentioned",
          "cannot answer",
          "can't answer",
          "cannot help",
          "can't help",
          "not enough information",
          "unable to");

  private Refusals() {}

  /** Whether a text says so, in English. */
  static boolean isOne(String text) {
    String lower = text.toLowerCase(Locale.ROOT).replace('\u2019', '\'');
    return PHRASES.stream().anyMatch(lower::contains);
  }
}
