package dev.carryover.models.reader;

import java.util.Optional;
import java.util.OptionalLong;

/** Dates as English texts write them. */
public final class WrittenDates {
  private static final int YEAR_IF_UNSAID = 2000;

  private WrittenDates() {}

  /**
   * The last date or point in time that a text writes, in seconds from the epoch; empty where it
   * writes none. A date without a year is taken to be of 2000.
   */
  public static OptionalLong lastIn(String text) {
    Optional<Stamp> last =
        Tokenizer.tokens(text).stream()
            .flatMap(token -> token.stamp().stream())
            .reduce((one, two) -> two);
    return last.isPresent()
        ? OptionalLong.of(last.get().start(YEAR_IF_UNSAID))
        : OptionalLong.empty();
  }
}
