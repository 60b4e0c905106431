package dev.carryover.models.prompted;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.LanguageModel.Decoding;
import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.ReaderModel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * The reader that a language model plays. One prompt serves every question: it asks for the
 * shortest exact answer, a code as it is written, {@code unknown} where the notes do not say. The
 * prompt holds the question's text, the passages, and fixed text.
 */
final class PromptedReader implements ReaderModel {
  /**
   * {@code unknown}, or one word of letters, digits and hyphens with a digit in it. One that begins
   * with a digit has no hyphens, so that it is no date.
   */
  static final String CODE_FORM =
      "[ ]{0,1}(unknown|[A-Za-z][A-Za-z-]{0,11}[0-9][A-Za-z0-9-]{0,24}|[0-9][A-Za-z0-9]{3,24})";

  /** Where a model goes on with text, a line end says that the answer is over. */
  static final String LINE_END = "\\n";

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
    all.put("form", form().isPresent() ? "code" : "free");
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
    Reply reply = model.complete(prompt.whole(question, passages), decoding(), repeat);
    return new Reply(prompt.answer(reply.text()), reply.finish(), reply.usage());
  }

  @Override
  public boolean answersFreely() {
    return form().isEmpty();
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

  private Decoding decoding() {
    return new Decoding(settings.answerTokens(), 0, OptionalLong.empty(), prompt.stop(), form());
  }

  private Optional<String> form() {
    if (!settings.codes() || !model.constrains()) {
      return Optional.empty();
    }
    boolean goesOn = model.use() == LanguageModel.Use.COMPLETION;
    return Optional.of(goesOn ? CODE_FORM + LINE_END : CODE_FORM);
  }
}
