package dev.carryover.core.scoring;

import dev.carryover.core.Answer;
import dev.carryover.core.AnswerMark;
import dev.carryover.core.FinishReason;
import dev.carryover.core.FreeTextScore;
import dev.carryover.core.Reply;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Normalised exact match and token F1 of answers in free text, as the evaluation script of SQuAD
 * 2.0 defines them (Rajpurkar et al. 2016, 2018): lower case, ASCII punctuation and the articles a,
 * an and the removed, white space collapsed. The articles are English, and words are what white
 * space parts: for a language without spaces, F1 is an exact match. Shared words are no shared
 * meaning; F1 ranks memories, it does not grade answers.
 *
 * <p>An answer that was cut off or filtered scores 0, as a code does; that is ours.
 */
public final class FreeTextScoring {
  private static final Pattern PUNCTUATION = Pattern.compile("[!-/:-@\\[-`{-~]");
  private static final Pattern ARTICLE =
      Pattern.compile("\\b(?:a|an|the)\\b", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern SPACE = Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);

  private FreeTextScoring() {}

  /** How the reply is marked against the right answer. */
  public static FreeTextScore score(Answer.FreeText right, Reply reply) {
    if (reply.finish() == FinishReason.LENGTH) {
      return new FreeTextScore(AnswerMark.CUT_OFF, 0);
    }
    if (reply.finish() == FinishReason.FILTERED) {
      return new FreeTextScore(AnswerMark.REFUSAL, 0);
    }
    List<String> expected = words(right.text());
    List<String> said = words(reply.text());
    return new FreeTextScore(mark(expected, said, reply.text()), tokenF1(expected, said));
  }

  private static AnswerMark mark(List<String> expected, List<String> said, String text) {
    if (text.isBlank()) {
      return AnswerMark.EMPTY;
    }
    if (said.equals(expected)) {
      return AnswerMark.CORRECT;
    }
    return Refusals.isOne(text) ? AnswerMark.REFUSAL : AnswerMark.OTHER_WORDS;
  }

  /** Where either has no word left, 1 if both have none, else 0. */
  private static double tokenF1(List<String> expected, List<String> said) {
    if (expected.isEmpty() || said.isEmpty()) {
      return expected.equals(said) ? 1 : 0;
    }
    Map<String, Integer> left = new HashMap<>();
    expected.forEach(word -> left.merge(word, 1, Integer::sum));
    long shared = said.stream().filter(word -> left.merge(word, -1, Integer::sum) >= 0).count();
    return 2.0 * shared / (expected.size() + said.size());
  }

  private static List<String> words(String text) {
    String bare = PUNCTUATION.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("");
    String spaced = ARTICLE.matcher(bare).replaceAll(" ");
    return SPACE.splitAsStream(spaced).filter(word -> !word.isEmpty()).toList();
  }
}
