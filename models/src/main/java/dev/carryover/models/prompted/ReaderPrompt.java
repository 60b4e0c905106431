package dev.carryover.models.prompted;

import dev.carryover.core.Question;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The reader's prompt. It can be put in two parts, for a model that reads the passages before it
 * knows the question: the second begins with the line of the question.
 */
public final class ReaderPrompt {
  private static final String QUESTION = "question";
  private static final String NOTES = "notes";

  private final PromptSettings settings;
  private final LanguageModel.Use use;
  private final Template template;
  private final Examples examples;

  ReaderPrompt(PromptSettings settings, LanguageModel.Use use) {
    this.settings = settings;
    this.use = use;
    this.template = settings.template("reader", settings.readerFile(), List.of(NOTES, QUESTION));
    this.examples = settings.examples("reader");
  }

  /**
   * The prompt under these settings, for use in two parts.
   *
   * @param settings may hold keys beside {@link PromptedRoles#PARAMETERS}, which are ignored
   * @throws SettingException if a setting or the prompt's file cannot be used, or the file has the
   *     question before the notes
   */
  public static ReaderPrompt inTwoParts(Settings settings, LanguageModel.Use use) {
    ReaderPrompt prompt = new ReaderPrompt(PromptSettings.of(settings, use), use);
    boolean late = prompt.template.before(QUESTION).holds(QUESTION);
    if (late || !prompt.template.before(QUESTION).holds(NOTES)) {
      throw new SettingException(
          "reader_prompt",
          "the prompt has {{question}} before {{notes}}",
          "let the notes come first: they are read before a question is known");
    }
    return prompt;
  }

  /** The whole prompt. */
  Prompt whole(Question question, List<String> passages) {
    return template.fill(values(question.text(), passages), use);
  }

  /** Instruction and turn up to the line of the question. */
  public Prompt before(List<String> passages) {
    return template.before(QUESTION).fill(values("", passages), use);
  }

  /** The turn from the line of the question on. */
  public String from(Question question) {
    return template.from(QUESTION).fill(values(question.text(), List.of()), use).user();
  }

  /** The answer in what a model said. */
  public String answer(String said) {
    return AnswerText.of(said);
  }

  /** The longest answer, in tokens. */
  public int answerTokens() {
    return settings.answerTokens();
  }

  /** Texts that end an answer; may be empty. */
  public List<String> stop() {
    return settings.style() == Style.COMPLETION ? List.of("\n") : List.of();
  }

  /** All that an answer depends on beside the model. */
  public SortedMap<String, String> settings() {
    SortedMap<String, String> all = new TreeMap<>();
    all.put("use", use.name().toLowerCase(Locale.ROOT));
    all.put("style", settings.style().label());
    all.put("reader_prompt", template.hash());
    all.put("reader_examples", examples.hash());
    all.put("answer_tokens", Integer.toString(settings.answerTokens()));
    all.put("reader_temperature", "0");
    return all;
  }

  private Map<String, String> values(String question, List<String> passages) {
    List<String> list = Stream.concat(examples.material().stream(), passages.stream()).toList();
    return Map.of(
        NOTES,
        Quotation.of(settings.style(), "notes", list),
        "examples",
        examples.worked(),
        QUESTION,
        Quotation.oneLine(question));
  }
}
