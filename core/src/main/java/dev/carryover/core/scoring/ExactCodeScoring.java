package dev.carryover.core.scoring;

import dev.carryover.core.Answer;
import dev.carryover.core.AnswerMark;
import dev.carryover.core.FinishReason;
import dev.carryover.core.Reply;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Exact match on one code after trimming. The paper fixes exact match only; what counts as empty,
 * several codes, refusal or cut-off is our default (spec 1.4).
 */
public final class ExactCodeScoring {
  /** Hyphen-minus, and the hyphens and the minus that models write in its place. */
  private static final String HYPHEN = "[-\u2010\u2011\u2212\uFE63\uFF0D]";

  private static final Pattern HYPHENS = Pattern.compile(HYPHEN);

  private static final Pattern WORD =
      Pattern.compile("[\\p{L}\\p{N}]+(?:" + HYPHEN + "[\\p{L}\\p{N}]+)*+");

  private static final Pattern YEAR_OR_DATE =
      Pattern.compile(
          "(?:1[5-9]|20)\\d\\d(?:-\\d\\d?(?:-\\d\\d?(?:T\\d\\d?)?)?)?"
              + "|\\d\\d?-\\d\\d?-(?:1[5-9]|20)\\d\\d");

  private ExactCodeScoring() {}

  /**
   * How the reply is marked against the right code. The right code in other characters (another
   * case, another hyphen, full-width digits) is malformed, as it is among other words.
   */
  public static AnswerMark mark(Answer.Code right, Reply reply) {
    String said = reply.text().strip();
    String code = right.text().strip();
    if (reply.finish() == FinishReason.LENGTH) {
      return AnswerMark.CUT_OFF;
    }
    if (reply.finish() == FinishReason.FILTERED) {
      return AnswerMark.REFUSAL;
    }
    if (said.isEmpty()) {
      return AnswerMark.EMPTY;
    }
    if (said.equals(code)) {
      return AnswerMark.CORRECT;
    }
    long codes = codesIn(said).stream().distinct().count();
    if (codes > 1) {
      return AnswerMark.SEVERAL_CODES;
    }
    if (codes == 1) {
      return isCode(said) && !folded(said).equals(folded(code))
          ? AnswerMark.WRONG_CODE
          : AnswerMark.MALFORMED;
    }
    return Refusals.isOne(said) ? AnswerMark.REFUSAL : AnswerMark.MALFORMED;
  }

  /**
   * Whether a text has the form of a code: one word of four to forty letters and digits, hyphens
   * between them, with at least one digit, and no calendar year or date.
   */
  public static boolean isCode(String text) {
    return WORD.matcher(text).matches()
        && text.length() >= 4
        && text.length() <= 40
        && text.chars().anyMatch(Character::isDigit)
        && !YEAR_OR_DATE.matcher(HYPHENS.matcher(text).replaceAll("-")).matches();
  }

  /** The words of a text that have the form of a code, in order, repeats included. */
  public static List<String> codesIn(String text) {
    Matcher words = WORD.matcher(text);
    return words.results().map(result -> result.group()).filter(ExactCodeScoring::isCode).toList();
  }

  private static String folded(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC)
        .replaceAll(HYPHEN, "-")
        .toLowerCase(Locale.ROOT);
  }
}
