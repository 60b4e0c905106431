package dev.carryover.models.semantic;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Words of a text that tell something. */
final class Words {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+(?:-[\\p{L}\\p{N}]+)*+");
  private static final Set<String> EMPTY =
      Set.of(
          "a an the this that these those some any no not what which who whom whose where when why"
              .concat(" how is are was were be been being do does did has have had can could may")
              .concat(
                  " might must shall should will would i me my we us our you your he him his she")
              .concat(" her it its they them their of in on at by for with from to into onto over")
              .concat(" under about against and or nor but so yet if then than as because after")
              .concat(" before all one s t now just there here say says said know tell please")
              .split(" "));

  private Words() {}

  /**
   * A word of a text.
   *
   * @param text without its ending s, in lower case
   * @param capital whether it begins with a capital letter
   * @param opens whether it is the text's first word of all
   */
  record Word(String text, boolean capital, boolean opens) {
    /** Whether it has a capital letter that no place in the text accounts for. */
    boolean name() {
      return capital && !opens;
    }
  }

  /** The words in order, repeats included. */
  static List<Word> of(String text) {
    List<Word> words = new ArrayList<>();
    boolean opens = true;
    for (MatchResult found : WORD.matcher(text).results().toList()) {
      String word = found.group();
      if (!EMPTY.contains(word.toLowerCase(Locale.ROOT))) {
        words.add(new Word(base(word), Character.isUpperCase(word.charAt(0)), opens));
      }
      opens = false;
    }
    return words;
  }

  private static String base(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    boolean plural = lower.length() > 3 && lower.endsWith("s") && !lower.endsWith("ss");
    return plural ? lower.substring(0, lower.length() - 1) : lower;
  }
}
