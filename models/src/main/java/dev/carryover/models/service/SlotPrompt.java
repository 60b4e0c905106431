package dev.carryover.models.service;

import dev.carryover.core.Question;
import dev.carryover.core.spi.LanguageModel.Decoding;
import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.models.prompted.ReaderPrompt;
import java.util.List;
import java.util.SortedMap;

/**
 * The reader's prompt as two texts. White space between them belongs to the second, so that their
 * tokens are those of the whole: tokenizers cut before white space.
 */
final class SlotPrompt {
  private final ReaderPrompt prompt;
  private final Decoding decoding;
  private final String gap;

  /**
   * @param model used for completions, where a prompt is one text
   * @throws SettingException if the prompt cannot be used in two parts
   */
  SlotPrompt(Settings settings, ModelOptions model) {
    this.prompt = ReaderPrompt.inTwoParts(settings, model.use());
    this.decoding = prompt.decoding(model.constraint() != Constraint.NONE);
    String some = text(prompt.before(List.of("-")));
    this.gap = some.substring(some.stripTrailing().length());
  }

  private static String text(Prompt prompt) {
    return prompt.system() + prompt.user();
  }

  /** What the server reads once. */
  String before(List<String> passages) {
    return text(prompt.before(passages)).stripTrailing();
  }

  /** The rest, with a question in it. */
  String from(Question question) {
    return gap + prompt.from(question);
  }

  Decoding decoding() {
    return decoding;
  }

  /** The answer in what the model said. */
  String answer(String said) {
    return prompt.answer(said);
  }

  /** What {@link #before} depends on beside the passages. */
  SortedMap<String, String> settings() {
    SortedMap<String, String> all = prompt.settings();
    all.keySet().retainAll(List.of("style", "reader_prompt", "reader_examples"));
    return all;
  }
}
