package dev.carryover.models.prompted;

import dev.carryover.core.Question;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.LanguageModel.Decoding;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The reader's prompt in two pieces, so that a model can read the first once, keep what it made of
 * it, and go on from there with any question. Together they are the prompt that {@link
 * PromptedRoles#reader} gives to a model that goes on with text.
 */
public final class SplitPrompt {
  private static final List<String> ANY_PASSAGE = List.of("-");

  private final PromptedReader reader;

  /**
   * @param settings may hold keys beside {@link PromptedRoles#PARAMETERS}, which are ignored
   * @throws SettingException if a setting or a prompt's file cannot be used, or the question comes
   *     first in it
   */
  public SplitPrompt(LanguageModel model, Settings settings) {
    this.reader = new PromptedReader(model, PromptSettings.of(settings, model.use()));
    reader.halves("", ANY_PASSAGE);
  }

  /** What comes before the question: instruction, passages, examples. */
  public String before(List<String> passages) {
    return reader.halves("", passages).before();
  }

  /** The rest, with the question in it. */
  public String from(Question question) {
    return reader.halves(question.text(), ANY_PASSAGE).from();
  }

  /** How the answer is chosen. */
  public Decoding decoding() {
    return reader.decoding();
  }

  /** The answer in what the model said; may be empty. */
  public String answer(String said) {
    return AnswerText.of(said);
  }

  /** What the first piece depends on beside the passages. */
  public SortedMap<String, String> settings() {
    SortedMap<String, String> all = new TreeMap<>(reader.settings());
    all.keySet().retainAll(List.of("style", "reader_prompt", "reader_examples"));
    return all;
  }
}
