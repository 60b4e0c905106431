package dev.carryover.models.prompted;

import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.Plugin;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import java.util.List;

/**
 * Makes the reader and the writer that a language model plays. Both take the same settings, so that
 * one configuration serves a model in both roles; a role ignores what is the other's.
 */
public final class PromptedRoles {
  /** The settings that both roles take, to be allowed beside a service's own. */
  public static final List<Plugin.Parameter> PARAMETERS =
      List.of(
          new Plugin.Parameter(
              "style",
              "as the service is used",
              "how prompts are written: chat (an instruction and a turn) or completion (one text)"),
          new Plugin.Parameter(
              "examples",
              "true for completion, false for chat",
              "whether prompts carry worked examples about other people"),
          new Plugin.Parameter(
              "answer_tokens", "64", "output limit of one answer, from 1 to 4096 tokens"),
          new Plugin.Parameter(
              "form",
              "free",
              "code holds answers to the shape of a code or 'unknown', where the service can"),
          new Plugin.Parameter("claims_batch", "1", "events in one call for claims, from 1 to 64"),
          new Plugin.Parameter("reader_prompt", "built in", "a file to take for the reader's"),
          new Plugin.Parameter("notes_prompt", "built in", "a file to take for the notes'"),
          new Plugin.Parameter(
              "rewrite_prompt", "built in", "a file to take for the rewriting of notes"),
          new Plugin.Parameter("claims_prompt", "built in", "a file to take for the claims'"));

  private PromptedRoles() {}

  /**
   * A reader. Closing it closes the model.
   *
   * @param settings may hold keys beside {@link #PARAMETERS}, which are ignored
   * @throws SettingException if a setting or a prompt's file cannot be used
   */
  public static ReaderModel reader(LanguageModel model, Settings settings) {
    return new PromptedReader(model, PromptSettings.of(settings, model.use()));
  }

  /**
   * A writer. Closing it closes the model.
   *
   * @param settings may hold keys beside {@link #PARAMETERS}, which are ignored
   * @param parallel upper bound of the calls for claims in flight at once; the model may hold them
   *     to fewer
   * @throws SettingException if a setting or a prompt's file cannot be used
   */
  public static WriterModel writer(LanguageModel model, Settings settings, int parallel) {
    return new PromptedWriter(model, PromptSettings.of(settings, model.use()), parallel);
  }
}
