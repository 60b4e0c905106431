package dev.carryover.models.transformer.role;

import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.Settings;
import dev.carryover.models.prompted.ReaderPrompt;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.state.LocalStates;
import dev.carryover.models.transformer.state.PromptedTransformer;
import java.util.Optional;

/**
 * A model in files, loaded, with what both roles need of it.
 *
 * @param layout of its prompts
 * @param model with the reader's prompt
 * @param states that it keeps and opens
 */
record TransformerRoles(Layout layout, PromptedTransformer model, LocalStates states) {
  /** The name of both roles. */
  static final String NAME = "transformer";

  static TransformerRoles load(LocalSettings local, Settings settings) {
    ReaderPrompt prompt = ReaderPrompt.inTwoParts(settings, local.use());
    Transformer transformer = local.load();
    try {
      Layout layout = local.layout(transformer);
      PromptedTransformer model =
          new PromptedTransformer(transformer, new PromptedSteps(prompt, layout));
      return new TransformerRoles(layout, model, new LocalStates(model, Optional.empty()));
    } catch (RuntimeException e) {
      transformer.close();
      throw e;
    }
  }

  /** The model as one that completes prompts. */
  LanguageModel languageModel() {
    return new LocalLanguageModel(model.model(), layout);
  }
}
