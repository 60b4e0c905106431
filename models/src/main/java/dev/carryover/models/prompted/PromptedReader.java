package dev.carryover.models.prompted;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.LanguageModel.Decoding;
import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.ReaderModel;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

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

  private static final String TEMPERATURE = "0";

  private final LanguageModel model;
  private final PromptSettings settings;
  private final Template template;
  private final Examples examples;
  private final int repeat;

  PromptedReader(LanguageModel model, PromptSettings settings) {
    this(
        model,
        settings,
        settings.template("reader", settings.readerFile(), List.of("notes", "question")),
        settings.examples("reader"),
        0);
  }

  private PromptedReader(
      LanguageModel model,
      PromptSettings settings,
      Template template,
      Examples examples,
      int repeat) {
    this.model = model;
    this.settings = settings;
    this.template = template;
    this.examples = examples;
    this.repeat = repeat;
  }

  @Override
  public ModelIdentity identity() {
    return model.identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    SortedMap<String, String> all = new TreeMap<>();
    all.put("use", model.use().name().toLowerCase(Locale.ROOT));
    all.put("style", settings.style().label());
    all.put("reader_prompt", template.hash());
    all.put("reader_examples", examples.hash());
    all.put("answer_tokens", Integer.toString(settings.answerTokens()));
    all.put("reader_temperature", TEMPERATURE);
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
    Reply reply = model.complete(prompt(question, passages), decoding(), repeat);
    return new Reply(AnswerText.of(reply.text()), reply.finish(), reply.usage());
  }

  @Override
  public boolean answersFreely() {
    return form().isEmpty();
  }

  @Override
  public OptionalLong promptTokens(Question question, List<String> passages) {
    Prompt prompt = prompt(question, passages);
    return OptionalLong.of(
        model.countTokens(prompt.system())
            + model.countTokens(prompt.user())
            + settings.answerTokens());
  }

  @Override
  public ReaderModel repeat(int number) {
    return new PromptedReader(model, settings, template, examples, number);
  }

  @Override
  public void close() {
    model.close();
  }

  private Prompt prompt(Question question, List<String> passages) {
    return template.fill(values(question.text(), passages), model.use());
  }

  /** The prompt for a model that goes on with text, parted before the question. */
  Template.Halves halves(String question, List<String> passages) {
    return template.halves(values(question, passages));
  }

  private Map<String, String> values(String question, List<String> passages) {
    List<String> list = Stream.concat(examples.material().stream(), passages.stream()).toList();
    return Map.of(
        "notes", Quotation.of(settings.style(), "notes", list),
        "examples", examples.worked(),
        "question", Quotation.oneLine(question));
  }

  Decoding decoding() {
    List<String> stop = settings.style() == Style.COMPLETION ? List.of("\n") : List.of();
    return new Decoding(settings.answerTokens(), 0, OptionalLong.empty(), stop, form());
  }

  private Optional<String> form() {
    if (!settings.codes() || !model.constrains()) {
      return Optional.empty();
    }
    boolean goesOn = model.use() == LanguageModel.Use.COMPLETION;
    return Optional.of(goesOn ? CODE_FORM + LINE_END : CODE_FORM);
  }
}
