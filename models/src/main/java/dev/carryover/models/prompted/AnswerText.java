package dev.carryover.models.prompted;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The answer in what a model said. Taken off are white space at the ends, {@code Answer:} in front,
 * one full stop at the end, and one pair of quotation marks, backticks or bold asterisks around the
 * whole; nothing else.
 */
final class AnswerText {
  private static final Pattern LABEL = Pattern.compile("^(?i:answer):\\s*");
  private static final List<String> OPENING = List.of("**", "\"", "'", "`", "\u201c", "\u2018");
  private static final List<String> CLOSING = List.of("**", "\"", "'", "`", "\u201d", "\u2019");

  private AnswerText() {}

  /** The answer; may be empty. */
  static String of(String said) {
    String text = LABEL.matcher(said.strip()).replaceFirst("");
    String ended = withoutStop(text);
    String bare = withoutPair(ended);
    return ended.equals(text) && !bare.equals(ended) ? withoutStop(bare) : bare;
  }

  private static String withoutStop(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1).strip() : text;
  }

  private static String withoutPair(String text) {
    for (int i = 0; i < OPENING.size(); i++) {
      String opening = OPENING.get(i);
      String closing = CLOSING.get(i);
      if (text.length() >= opening.length() + closing.length()
          && text.startsWith(opening)
          && text.endsWith(closing)) {
        return text.substring(opening.length(), text.length() - closing.length()).strip();
      }
    }
    return text;
  }
}
