package dev.carryover.models.transformer.state;

import dev.carryover.core.Question;
import dev.carryover.models.transformer.Sampling;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Asks the tiny models, whose words are {@code w4} to {@code w63}. */
public record TinyPrompt(String name, int answerTokens) implements TwoSteps {
  /** The usual one. */
  public static final TinyPrompt USUAL = new TinyPrompt("usual", 5);

  @Override
  public String first(List<String> passages) {
    return String.join(" . ", passages);
  }

  @Override
  public String second(Question question) {
    return question.text();
  }

  @Override
  public Sampling sampling() {
    return Sampling.greedy(answerTokens);
  }

  @Override
  public String answer(String said) {
    return said.strip();
  }

  @Override
  public SortedMap<String, String> settings() {
    return new TreeMap<>(Map.of("prompt", name));
  }
}
