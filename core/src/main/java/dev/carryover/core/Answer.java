package dev.carryover.core;

import java.util.function.Function;

/** The right answer to a probe. Never shown to a read path. */
public sealed interface Answer {
  /** The answer as text, never blank. */
  String text();

  /** Applies the function that fits the kind of answer. */
  default <T> T fold(Function<Code, T> code, Function<FreeText, T> freeText) {
    if (this instanceof Code c) {
      return code.apply(c);
    }
    return freeText.apply((FreeText) this);
  }

  /** An identifier that only an exact match answers. */
  record Code(String text) implements Answer {
    public Code {
      Texts.requireNotBlank("answer code", text);
    }
  }

  /** Words, which exact match cannot judge. */
  record FreeText(String text) implements Answer {
    public FreeText {
      Texts.requireNotBlank("answer", text);
    }
  }
}
