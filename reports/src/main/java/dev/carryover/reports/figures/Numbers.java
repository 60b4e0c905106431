package dev.carryover.reports.figures;

import dev.carryover.core.report.Figure;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Figures as people read them, the same under every locale: rates with three digits, shares of
 * histories in per cent with one, p values with two significant ones.
 */
public enum Numbers {
  /** With a true minus sign and an en dash for what is absent. */
  TYPOGRAPHIC("\u2212", "\u2013", "\u00a0%"),
  /** In ASCII only. */
  PLAIN("-", "-", " %");

  private static final double LEAST_P_WITHOUT_EXPONENT = 1e-4;

  private final String minus;
  private final String absent;
  private final String percent;

  Numbers(String minus, String absent, String percent) {
    this.minus = minus;
    this.absent = absent;
    this.percent = percent;
  }

  /** What stands where there is no figure. */
  public String absent() {
    return absent;
  }

  /** A rate with three digits: {@code 0.620}. */
  public String rate(double value) {
    return fixed(value, 3);
  }

  /** A rate with three digits, or the sign of absence. */
  public String rate(OptionalDouble value) {
    return value.isPresent() ? rate(value.getAsDouble()) : absent;
  }

  /** A difference with its sign and three digits: {@code +0.310}. */
  public String signed(double value) {
    String text = rate(value);
    return text.startsWith(minus) || text.equals("0.000") ? text : "+" + text;
  }

  /** A difference, or the sign of absence. */
  public String signed(OptionalDouble value) {
    return value.isPresent() ? signed(value.getAsDouble()) : absent;
  }

  /** A share of 1 in per cent: {@code 25.9 %}. */
  public String percent(double share) {
    return fixed(100 * share, 1) + percent;
  }

  /** Both ends of an interval in rates: {@code 0.276 to 0.344}. */
  public String interval(OptionalDouble low, OptionalDouble high) {
    return low.isPresent() && high.isPresent() ? rate(low) + " to " + rate(high) : absent;
  }

  /** Both ends of an interval of a difference: {@code +0.276 to +0.344}. */
  public String signedInterval(OptionalDouble low, OptionalDouble high) {
    return low.isPresent() && high.isPresent() ? signed(low) + " to " + signed(high) : absent;
  }

  /** The interval of a metric. */
  public String interval(Figure figure) {
    return interval(figure.low(), figure.high());
  }

  /** The mean of a metric with its interval, where there is one: {@code 0.620 (0.591 to 0.649)}. */
  public String summary(Figure figure) {
    String interval = interval(figure);
    return figure.mean().isEmpty() || interval.equals(absent)
        ? rate(figure.mean())
        : rate(figure.mean()) + " (" + interval + ")";
  }

  /** A p value with two significant digits: {@code 0.031}, {@code 4.6e-10}. */
  public String p(OptionalDouble value) {
    if (value.isEmpty()) {
      return absent;
    }
    double p = value.getAsDouble();
    if (p == 0 || p >= 1) {
      return p == 0 ? "0" : "1";
    }
    BigDecimal rounded = new BigDecimal(p).round(new MathContext(2, RoundingMode.HALF_UP));
    return p < LEAST_P_WITHOUT_EXPONENT
        ? String.format(Locale.ROOT, "%.1e", rounded).replace("e-0", "e-").replace("-", minus)
        : rounded.toPlainString();
  }

  /** A whole number with thousands parted by commas: {@code 402,118}. */
  public String count(long value) {
    return String.format(Locale.ROOT, "%,d", value).replace("-", minus);
  }

  /** Any figure, with at most four digits after the point and no idle zeros. */
  public String free(double value) {
    BigDecimal rounded = new BigDecimal(value).setScale(4, RoundingMode.HALF_UP);
    String text = rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    return text.replace("-", minus);
  }

  private String fixed(double value, int digits) {
    BigDecimal rounded = new BigDecimal(value).setScale(digits, RoundingMode.HALF_UP);
    return rounded.toPlainString().replace("-", minus);
  }
}
