package dev.carryover.models.transformer.role;

import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.Settings;
import dev.carryover.models.prompted.ReaderPrompt;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.state.LocalStates;
import dev.carryover.models.transformer.state.PromptedTransformer;
import dev.carryover.models.transformer.study.CartridgeTrainer;
import dev.carryover.models.transformer.study.GenericInquirer;
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

  /** Of Adam, as the published recipe of cartridges has it. */
  private static final double STUDY_RATE = 0.02;

  /** Of conversations in a step of training. */
  private static final int STUDY_TOKENS = 256;

  static TransformerRoles load(LocalSettings local, Settings settings) {
    ReaderPrompt prompt = ReaderPrompt.inTwoParts(settings, local.use());
    Transformer transformer = local.load();
    try {
      Layout layout = local.layout(transformer);
      PromptedTransformer model =
          new PromptedTransformer(transformer, new PromptedSteps(prompt, layout));
      CartridgeTrainer trainer =
          new CartridgeTrainer(new GenericInquirer(), STUDY_RATE, STUDY_TOKENS);
      return new TransformerRoles(layout, model, new LocalStates(model, Optional.of(trainer)));
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
