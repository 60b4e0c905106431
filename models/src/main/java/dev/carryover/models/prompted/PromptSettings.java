package dev.carryover.models.prompted;

import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings of both roles, checked.
 *
 * @param worked whether prompts carry worked examples
 * @param answerTokens output limit of one answer
 * @param codes whether answers are held to the shape of a code, where the model can be
 * @param claimsBatch events in one call for claims
 * @param readerFile in place of the built-in prompt; so are the following
 */
record PromptSettings(
    Style style,
    boolean worked,
    int answerTokens,
    boolean codes,
    int claimsBatch,
    Optional<String> readerFile,
    Optional<String> notesFile,
    Optional<String> rewriteFile,
    Optional<String> claimsFile) {
  /**
   * Reads the settings.
   *
   * @param use decides the style where the settings do not
   */
  static PromptSettings of(Settings settings, LanguageModel.Use use) {
    String usual = use == LanguageModel.Use.CHAT ? Style.CHAT.label() : Style.COMPLETION.label();
    List<String> styles = List.of(Style.CHAT.label(), Style.COMPLETION.label());
    boolean chat = settings.choice("style", usual, styles).equals(Style.CHAT.label());
    return new PromptSettings(
        chat ? Style.CHAT : Style.COMPLETION,
        settings.flag("examples", !chat),
        settings.integer("answer_tokens", 64, 1, 4096),
        settings.choice("form", "free", List.of("free", "code")).equals("code"),
        settings.integer("claims_batch", 1, 1, 64),
        settings.text("reader_prompt"),
        settings.text("notes_prompt"),
        settings.text("rewrite_prompt"),
        settings.text("claims_prompt"));
  }

  /**
   * The prompt of a role.
   *
   * @param placeholders that it must have, beside the examples' where there are any
   */
  Template template(String role, Optional<String> file, List<String> placeholders) {
    List<String> examples = List.of("examples");
    List<String> needed =
        worked ? Stream.concat(placeholders.stream(), examples.stream()).toList() : placeholders;
    return Template.load(role, style, file, needed, examples);
  }

  /** The examples of a role. */
  Examples examples(String role) {
    return worked ? Examples.of(role) : Examples.NONE;
  }
}
