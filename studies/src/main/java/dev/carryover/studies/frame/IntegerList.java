package dev.carryover.studies.frame;

import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.TreeSet;

/** A setting that holds whole numbers with commas between them. */
public final class IntegerList {
  private IntegerList() {}

  /**
   * The numbers under a key, ascending, each once.
   *
   * @param least the smallest that is allowed
   * @param most the greatest that is allowed
   * @throws SettingException if the text is missing, holds something else, or a number out of range
   */
  public static List<Integer> of(Settings settings, String key, int least, int most) {
    String text = settings.text(key).orElse("");
    TreeSet<Integer> numbers = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      try {
        int number = Integer.parseInt(part.strip());
        if (number < least || number > most) {
          throw refused(key, text, least, most);
        }
        numbers.add(number);
      } catch (NumberFormatException e) {
        throw refused(key, text, least, most);
      }
    }
    return List.copyOf(numbers);
  }

  private static SettingException refused(String key, String text, int least, int most) {
    return new SettingException(
        key,
        "'%s' is '%s'".formatted(key, text),
        "give whole numbers from %d to %d with commas between them".formatted(least, most));
  }
}
