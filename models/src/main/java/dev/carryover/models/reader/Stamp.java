package dev.carryover.models.reader;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.OptionalInt;

/**
 * A date as written.
 *
 * @param year absent where the text leaves it out
 * @param month 1 to 12, absent where a whole year is meant
 * @param day of the month, absent where a whole month or year is meant
 * @param second of the day
 */
record Stamp(OptionalInt year, OptionalInt month, OptionalInt day, int second) {
  private static final int SECONDS_A_DAY = 86_400;

  /** The first second that is meant, counted from the epoch. */
  long start(int yearIfUnsaid) {
    return first(yearIfUnsaid).atStartOfDay().toEpochSecond(ZoneOffset.UTC) + second;
  }

  /** The last second that is meant: of the day, of the month, or of the year. */
  long end(int yearIfUnsaid) {
    LocalDate first = first(yearIfUnsaid);
    LocalDate last = first;
    if (month.isEmpty()) {
      last = first.withDayOfYear(first.lengthOfYear());
    } else if (day.isEmpty()) {
      last = YearMonth.from(first).atEndOfMonth();
    }
    return last.atStartOfDay().toEpochSecond(ZoneOffset.UTC) + SECONDS_A_DAY - 1;
  }

  private LocalDate first(int yearIfUnsaid) {
    YearMonth written = YearMonth.of(year.orElse(yearIfUnsaid), month.orElse(1));
    return written.atDay(Math.min(day.orElse(1), written.lengthOfMonth()));
  }
}
