package dev.carryover.models.nano;

import dev.carryover.core.Question;
import dev.carryover.models.transformer.Sampling;
import dev.carryover.models.transformer.state.TwoSteps;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * How a nano model is asked: the passages joined by a space, then the question; it answers with a
 * code, a name or {@code unknown}, and a full stop.
 */
record NanoPrompt() implements TwoSteps {
  /** The longest answer: two tokens and the full stop, with room to show where it goes wrong. */
  private static final int ANSWER_TOKENS = 6;

  private static final String END = ".";

  @Override
  public String first(List<String> passages) {
    return String.join(" ", passages);
  }

  @Override
  public String second(Question question) {
    return question.text();
  }

  @Override
  public Sampling sampling() {
    return Sampling.greedy(ANSWER_TOKENS, END);
  }

  @Override
  public String answer(String said) {
    return said.strip();
  }

  @Override
  public SortedMap<String, String> settings() {
    return Collections.emptySortedMap();
  }
}
