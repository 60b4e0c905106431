package dev.carryover.models.prompted;

import java.util.Locale;
import java.util.regex.Pattern;

/** Whether a text holds a word or a phrase as a whole, not as a piece of a longer identifier. */
final class Verbatim {
  private static final String LETTER_OR_DIGIT = "[\\p{L}\\p{N}]";
  private static final String BEFORE =
      "(?<!" + LETTER_OR_DIGIT + ")(?<!" + LETTER_OR_DIGIT + "[-_./])";
  private static final String AFTER = "(?!" + LETTER_OR_DIGIT + "|[-_./]" + LETTER_OR_DIGIT + ")";

  private Verbatim() {}

  /** Whether it does: to the letter where the phrase has a digit, else whatever the case. */
  static boolean holds(String text, String phrase) {
    boolean identifier = phrase.codePoints().anyMatch(Character::isDigit);
    String sought = identifier ? phrase : phrase.toLowerCase(Locale.ROOT);
    String within = identifier ? text : text.toLowerCase(Locale.ROOT);
    return Pattern.compile(BEFORE + Pattern.quote(sought) + AFTER).matcher(within).find();
  }
}
