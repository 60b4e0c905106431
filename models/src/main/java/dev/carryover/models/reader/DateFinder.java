package dev.carryover.models.reader;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds dates: 2025-03-26, 2025-03-26T11:41, 4/3/2025, 4 April 2025, April 4th, May 2025, in May.
 */
final class DateFinder {
  private static final Pattern ISO =
      Pattern.compile(
          "(\\d{4})[-/](\\d{1,2})[-/](\\d{1,2})(?:[Tt](\\d{1,2}):(\\d{2})(?::(\\d{2}))?.*)?");
  private static final Pattern DAY_FIRST = Pattern.compile("(\\d{1,2})[/.](\\d{1,2})[/.](\\d{4})");
  private static final Pattern DAY = Pattern.compile("(\\d{1,2})(?:st|nd|rd|th)?");
  private static final Pattern YEAR = Pattern.compile("(?:1[89]|20)\\d\\d");

  private DateFinder() {}

  /** The date that a word of digits writes. */
  static Optional<Stamp> numeric(String text) {
    if (text.length() < 8 || !Character.isDigit(text.charAt(0))) {
      return Optional.empty();
    }
    Matcher iso = ISO.matcher(text);
    if (iso.matches()) {
      int second = 0;
      if (iso.group(4) != null) {
        second = 3600 * number(iso.group(4)) + 60 * number(iso.group(5));
        second += iso.group(6) == null ? 0 : number(iso.group(6));
      }
      return stamp(number(iso.group(1)), number(iso.group(2)), number(iso.group(3)), second);
    }
    Matcher dayFirst = DAY_FIRST.matcher(text);
    if (!dayFirst.matches()) {
      return Optional.empty();
    }
    int first = number(dayFirst.group(1));
    int second = number(dayFirst.group(2));
    int year = number(dayFirst.group(3));
    return second > 12 ? stamp(year, first, second, 0) : stamp(year, second, first, 0);
  }

  /** The tokens with every date in words as one token. */
  static List<Token> join(List<Token> tokens) {
    List<Token> joined = new ArrayList<>(tokens.size());
    int at = 0;
    while (at < tokens.size()) {
      Optional<Found> found = at(tokens, at);
      if (found.isPresent()) {
        joined.add(Token.date(text(tokens, at, found.get().end()), found.get().stamp()));
        at = found.get().end();
      } else {
        joined.add(tokens.get(at));
        at++;
      }
    }
    return List.copyOf(joined);
  }

  private record Found(Stamp stamp, int end) {}

  private static Optional<Found> at(List<Token> tokens, int at) {
    OptionalInt day = day(tokens, at);
    if (day.isPresent()) {
      int next = at + 1 < tokens.size() && tokens.get(at + 1).is("of") ? at + 2 : at + 1;
      int month = month(tokens, next);
      return month == 0 ? Optional.empty() : ending(tokens, month, day, next + 1);
    }
    int month = month(tokens, at);
    if (month == 0) {
      OptionalInt year = afterPreposition(tokens, at) ? year(tokens, at) : OptionalInt.empty();
      return year.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Found(new Stamp(year, OptionalInt.empty(), OptionalInt.empty(), 0), at + 1));
    }
    int next = at + 1 < tokens.size() && tokens.get(at + 1).is("the") ? at + 2 : at + 1;
    OptionalInt after = day(tokens, next);
    if (after.isPresent()) {
      return ending(tokens, month, after, next + 1);
    }
    Optional<Found> whole = ending(tokens, month, OptionalInt.empty(), at + 1);
    boolean full = tokens.get(at).lower().length() > 3 || tokens.get(at).is("may");
    boolean year = whole.isPresent() && whole.get().stamp().year().isPresent();
    return year || full && afterPreposition(tokens, at) ? whole : Optional.empty();
  }

  private static boolean afterPreposition(List<Token> tokens, int at) {
    if (at == 0) {
      return false;
    }
    return List.of(
            "in", "since", "until", "till", "by", "during", "before", "after", "of", "from", "last",
            "early", "late")
        .contains(tokens.get(at - 1).lower());
  }

  private static Optional<Found> ending(List<Token> tokens, int month, OptionalInt day, int next) {
    int at = next < tokens.size() && tokens.get(next).is(",") ? next + 1 : next;
    OptionalInt year = year(tokens, at);
    int end = year.isPresent() ? at + 1 : next;
    if (day.isPresent() && (day.getAsInt() < 1 || day.getAsInt() > 31)) {
      return Optional.empty();
    }
    return Optional.of(new Found(new Stamp(year, OptionalInt.of(month), day, 0), end));
  }

  private static OptionalInt year(List<Token> tokens, int at) {
    return at < tokens.size() && YEAR.matcher(tokens.get(at).lower()).matches()
        ? OptionalInt.of(number(tokens.get(at).lower()))
        : OptionalInt.empty();
  }

  private static OptionalInt day(List<Token> tokens, int at) {
    if (at >= tokens.size() || tokens.get(at).kind() != Token.Kind.NUMBER) {
      return OptionalInt.empty();
    }
    Matcher day = DAY.matcher(tokens.get(at).lower());
    return day.matches() ? OptionalInt.of(number(day.group(1))) : OptionalInt.empty();
  }

  private static int month(List<Token> tokens, int at) {
    return at < tokens.size() && tokens.get(at).capital()
        ? Lexicon.month(tokens.get(at).lower())
        : 0;
  }

  private static String text(List<Token> tokens, int from, int to) {
    StringBuilder text = new StringBuilder();
    tokens
        .subList(from, to)
        .forEach(token -> text.append(text.isEmpty() ? "" : " ").append(token.text()));
    return text.toString();
  }

  private static Optional<Stamp> stamp(int year, int month, int day, int second) {
    try {
      LocalDate.of(year, month, day);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
    return Optional.of(
        new Stamp(OptionalInt.of(year), OptionalInt.of(month), OptionalInt.of(day), second));
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }
}
