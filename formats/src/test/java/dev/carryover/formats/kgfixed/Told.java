package dev.carryover.formats.kgfixed;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import java.util.Optional;
import java.util.stream.IntStream;

/** Histories in the words that {@link SentenceWriter} reads. */
final class Told {
  private Told() {}

  /** A history of these texts, with a day for each. */
  static History history(String... texts) {
    return new History(
        "made",
        IntStream.range(0, texts.length)
            .mapToObj(i -> new Event("e" + i, Optional.of("day " + i), "", texts[i]))
            .toList());
  }

  static String claim(String... fields) {
    return String.join(" ¦ ", fields);
  }
}
