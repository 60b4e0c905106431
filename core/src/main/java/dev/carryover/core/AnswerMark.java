package dev.carryover.core;

import java.util.Locale;

/** How an answer was marked. All but the first count as wrong. */
public enum AnswerMark {
  CORRECT,
  /** One code, another than the right one. */
  WRONG_CODE,
  /** Nothing but white space. */
  EMPTY,
  /** More than one code. */
  SEVERAL_CODES,
  /** The model declined, or said that it does not know. */
  REFUSAL,
  /** Stopped by its output limit. */
  CUT_OFF,
  /** Anything else: no code, or a code among other words. */
  MALFORMED;

  /** The name in files and reports, such as {@code several-codes}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
