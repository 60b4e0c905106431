package dev.carryover.models.transformer.role;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.LanguageModel;

/**
 * Stands for a model in this process where calls are counted: it costs nothing to ask, and is not
 * loaded.
 */
record UnloadedModel(String name, Use use) implements LanguageModel {
  @Override
  public ModelIdentity identity() {
    return ModelIdentity.builtIn(name, "not loaded");
  }

  @Override
  public boolean constrains() {
    return false;
  }

  @Override
  public Reply complete(Prompt prompt, Decoding decoding, int repeat) {
    return Reply.of("");
  }

  @Override
  public long countTokens(String text) {
    return 0;
  }
}
