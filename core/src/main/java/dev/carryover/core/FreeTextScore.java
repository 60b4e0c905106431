package dev.carryover.core;

import java.util.Objects;

/**
 * How an answer in free text was marked against the right one.
 *
 * @param mark {@link AnswerMark#CORRECT} where both are the same words after normalisation, {@link
 *     AnswerMark#OTHER_WORDS} or what else was wrong with it
 * @param tokenF1 harmonic mean of the shares of words that they have in common, from 0 to 1
 */
public record FreeTextScore(AnswerMark mark, double tokenF1) {
  public FreeTextScore {
    Objects.requireNonNull(mark, "mark");
    if (!(tokenF1 >= 0 && tokenF1 <= 1)) {
      throw new IllegalArgumentException("token F1 is " + tokenF1 + ", must be from 0 to 1");
    }
  }
}
