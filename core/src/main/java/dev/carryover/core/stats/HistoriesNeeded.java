package dev.carryover.core.stats;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * How many histories would decide what is inconclusive.
 *
 * @param count histories in all, not in addition; at least 5
 * @param whyAbsent the reason, exactly where there is no count
 */
public record HistoriesNeeded(OptionalInt count, Optional<String> whyAbsent) {
  public HistoriesNeeded {
    if (count.isPresent() == whyAbsent.isPresent()) {
      throw new IllegalArgumentException(
          "count " + count + " and reason " + whyAbsent + ": exactly one must be given");
    }
  }

  static HistoriesNeeded of(int count) {
    return new HistoriesNeeded(OptionalInt.of(count), Optional.empty());
  }

  static HistoriesNeeded absent(String why) {
    return new HistoriesNeeded(OptionalInt.empty(), Optional.of(why));
  }
}
