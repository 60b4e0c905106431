package dev.carryover.formats.notes;

import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, or a share of a history's text bytes.
 *
 * @param amount in bytes or per cent, at least 1
 * @param percent whether it is a share
 */
record Size(int amount, boolean percent) {
  private static final Pattern BYTES = Pattern.compile("([1-9][0-9]{0,9})\\s*(KiB|)");
  private static final Pattern PERCENT = Pattern.compile("([1-9][0-9]?|100)\\s*%");
  private static final int KIB = 1024;

  /** The bytes under a key: {@code 16KiB} or {@code 16384}. */
  static Size bytes(Settings settings, String key, String defaultValue) {
    String text = settings.text(key).orElse(defaultValue).strip();
    Matcher bytes = BYTES.matcher(text);
    if (bytes.matches()) {
      long amount = Long.parseLong(bytes.group(1)) * (bytes.group(2).isEmpty() ? 1 : KIB);
      if (amount <= Integer.MAX_VALUE) {
        return new Size((int) amount, false);
      }
    }
    throw new SettingException(
        key,
        "'%s' is '%s'".formatted(key, text),
        "give a number of bytes, such as 131072 or 128KiB (1 KiB is 1024), under 2 GiB");
  }

  /** The bytes under a key, or a share from {@code 1%} to {@code 100%}. */
  static Size bytesOrPercent(Settings settings, String key, String defaultValue) {
    String text = settings.text(key).orElse(defaultValue).strip();
    if (!text.endsWith("%")) {
      return bytes(settings, key, defaultValue);
    }
    Matcher percent = PERCENT.matcher(text);
    if (percent.matches()) {
      return new Size(Integer.parseInt(percent.group(1)), true);
    }
    throw new SettingException(
        key, "'%s' is '%s'".formatted(key, text), "give whole per cent from 1% to 100%");
  }

  /** The bytes for a history of this size, rounded down; under 2 GiB. */
  int of(long historyBytes) {
    return percent ? (int) Math.min(Integer.MAX_VALUE, historyBytes * amount / 100) : amount;
  }

  /** As a configuration writes it, one way for equal sizes. */
  @Override
  public String toString() {
    if (percent) {
      return amount + "%";
    }
    return amount % KIB == 0 ? amount / KIB + "KiB" : Integer.toString(amount);
  }
}
