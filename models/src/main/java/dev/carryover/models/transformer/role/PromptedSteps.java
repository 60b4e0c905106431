package dev.carryover.models.transformer.role;

import dev.carryover.core.Question;
import dev.carryover.models.prompted.ReaderPrompt;
import dev.carryover.models.transformer.Sampling;
import dev.carryover.models.transformer.state.TwoSteps;
import java.util.List;
import java.util.SortedMap;

/** The reader's prompt in two steps, laid out for a model. */
record PromptedSteps(ReaderPrompt prompt, Layout layout) implements TwoSteps {
  @Override
  public String first(List<String> passages) {
    return layout.before(prompt.before(passages));
  }

  @Override
  public String second(Question question) {
    return layout.after(prompt.from(question));
  }

  @Override
  public Sampling sampling() {
    return new Sampling(prompt.answerTokens(), 0, 0, prompt.stop());
  }

  @Override
  public String answer(String said) {
    return prompt.answer(said);
  }

  @Override
  public SortedMap<String, String> settings() {
    SortedMap<String, String> all = prompt.settings();
    all.put("layout", layout.name());
    return all;
  }
}
