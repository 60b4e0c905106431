package dev.carryover.models.prompted;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.ReaderModel;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * The reader that a language model plays. One prompt serves every question: it asks for the
 * shortest exact answer, a code as it is written, {@code unknown} where the notes do not say. The
 * prompt holds the question's text, the passages, and fixed text.
 */
final class PromptedReader implements ReaderModel {
  private final LanguageModel model;
  private final PromptSettings settings;
  private final ReaderPrompt prompt;
  private final int repeat;

  PromptedReader(LanguageModel model, PromptSettings settings) {
    this(model, settings, new ReaderPrompt(settings, model.use()), 0);
  }

  private PromptedReader(
      LanguageModel model, PromptSettings settings, ReaderPrompt prompt, int repeat) {
    this.model = model;
    this.settings = settings;
    this.prompt = prompt;
    this.repeat = repeat;
  }

  @Override
  public ModelIdentity identity() {
    return model.identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    SortedMap<String, String> all = prompt.settings();
    all.put("form", answersFreely() ? "free" : "code");
    return all;
  }

  @Override
  public List<Problem> preflight() {
    return model.preflight();
  }

  @Override
  public void confirm() {
    model.confirm();
  }

  @Override
  public Reply answer(Question question, List<String> passages) {
    Reply reply =
        model.complete(
            prompt.whole(question, passages), prompt.decoding(model.constrains()), repeat);
    return new Reply(prompt.answer(reply.text()), reply.finish(), reply.usage());
  }

  @Override
  public boolean answersFreely() {
    return prompt.decoding(model.constrains()).form().isEmpty();
  }

  @Override
  public OptionalLong promptTokens(Question question, List<String> passages) {
    Prompt whole = prompt.whole(question, passages);
    return OptionalLong.of(
        model.countTokens(whole.system())
            + model.countTokens(whole.user())
            + settings.answerTokens());
  }

  @Override
  public ReaderModel repeat(int number) {
    return new PromptedReader(model, settings, prompt, number);
  }

  @Override
  public void close() {
    model.close();
  }
}
