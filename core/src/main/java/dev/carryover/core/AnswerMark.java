package dev.carryover.core;

import java.util.Locale;

/** How an answer was marked. All but the first count as wrong. */
public enum AnswerMark {
  CORRECT,
  /** One code, another than the right one. */
  WRONG_CODE,
  /** Other words than the right ones, which may share some with them; of free text only. */
  OTHER_WORDS,
  /** Nothing but white space. */
  EMPTY,
  /** More than one code. */
  SEVERAL_CODES,
  /** The model or a filter declined, or the model said that it does not know. */
  REFUSAL,
  /** Stopped by its output limit. */
  CUT_OFF,
  /** Nobody was asked: the reader cannot open this memory at all. */
  INCOMPATIBLE,
  /** Anything else: no code, a code among other words, or the right one in other characters. */
  MALFORMED;

  /** The name in files and reports, such as {@code several-codes}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
