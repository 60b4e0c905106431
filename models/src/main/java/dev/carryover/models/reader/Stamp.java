package dev.carryover.models.reader;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.OptionalInt;

/**
 * A date as written.
 *
 * @param year absent where the text leaves it out
 * @param month 1 to 12
 * @param day of the month, absent where a whole month is meant
 * @param second of the day
 */
record Stamp(OptionalInt year, int month, OptionalInt day, int second) {
  private static final int SECONDS_A_DAY = 86_400;

  /** The first second that is meant, counted from the epoch. */
  long start(int yearIfUnsaid) {
    return first(yearIfUnsaid).atStartOfDay().toEpochSecond(ZoneOffset.UTC) + second;
  }

  /** The last second that is meant: of the day, or of the month. */
  long end(int yearIfUnsaid) {
    LocalDate first = first(yearIfUnsaid);
    LocalDate last = day.isPresent() ? first : YearMonth.from(first).atEndOfMonth();
    return last.atStartOfDay().toEpochSecond(ZoneOffset.UTC) + SECONDS_A_DAY - 1;
  }

  private LocalDate first(int yearIfUnsaid) {
    YearMonth written = YearMonth.of(year.orElse(yearIfUnsaid), month);
    return written.atDay(Math.min(day.orElse(1), written.lengthOfMonth()));
  }
}
