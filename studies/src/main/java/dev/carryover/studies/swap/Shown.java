package dev.carryover.studies.swap;

import dev.carryover.core.report.Figure;
import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.studies.report.StudyTable.Entry;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** How figures stand in the study's tables. */
public final class Shown {
  private static final Numbers NUMBERS = Numbers.PLAIN;

  private Shown() {}

  public static Entry text(String text) {
    return Entry.text(text);
  }

  public static Entry absent() {
    return Entry.text(NUMBERS.absent());
  }

  public static Entry count(int count) {
    return Entry.number(count, NUMBERS.count(count));
  }

  public static Entry count(OptionalInt count) {
    return count.isPresent() ? count(count.getAsInt()) : absent();
  }

  /** A rate with its interval, where there is one. */
  public static Entry rate(Optional<Figure> figure) {
    return figure
        .filter(f -> f.mean().isPresent())
        .map(f -> Entry.number(f.mean().getAsDouble(), NUMBERS.summary(f)))
        .orElseGet(Shown::absent);
  }

  /** The mean of one rate per history, with its t interval. */
  public static Entry rate(Collection<Double> perHistory) {
    double[] values = perHistory.stream().mapToDouble(Double::doubleValue).toArray();
    OptionalDouble mean = Arrays.stream(values).average();
    String interval =
        TEstimate.of(values)
            .map(TEstimate::interval)
            .map(i -> " (%s to %s)".formatted(NUMBERS.rate(i.low()), NUMBERS.rate(i.high())))
            .orElse("");
    return mean.isPresent()
        ? Entry.number(mean.getAsDouble(), NUMBERS.rate(mean) + interval)
        : absent();
  }

  public static Entry rate(double value) {
    return Entry.number(value, NUMBERS.rate(value));
  }

  public static Entry rate(OptionalDouble value) {
    return value.isPresent() ? rate(value.getAsDouble()) : absent();
  }

  /** A difference of rates, with its sign. */
  public static Entry signedRate(double value) {
    return Entry.number(value, NUMBERS.signed(value));
  }

  /** A difference in points, with its sign. */
  public static Entry points(double points) {
    return Entry.number(points, signed(points));
  }

  public static Entry points(OptionalDouble points) {
    return points.isPresent() ? points(points.getAsDouble()) : absent();
  }

  /** Both ends of an interval in points. */
  public static Entry points(Optional<Interval> interval) {
    return interval
        .map(i -> Entry.text(signed(i.low()) + " to " + signed(i.high())))
        .orElseGet(Shown::absent);
  }

  public static Entry p(OptionalDouble p) {
    return p.isPresent() ? Entry.number(p.getAsDouble(), NUMBERS.p(p)) : absent();
  }

  public static Entry p(double p) {
    return p(OptionalDouble.of(p));
  }

  /** Points as words have them: {@code +6.95}. */
  public static String signed(double points) {
    String text = String.format(Locale.ROOT, "%+.2f", points);
    return text.matches("[+-]0\\.00") ? "0.00" : text;
  }
}
