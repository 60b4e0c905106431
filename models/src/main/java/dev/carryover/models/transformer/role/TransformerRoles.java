package dev.carryover.models.transformer.role;

import dev.carryover.models.transformer.state.LocalStates;
import dev.carryover.models.transformer.state.PromptedTransformer;
import java.util.Optional;

/** What both roles of a model in files share. */
final class TransformerRoles {
  /** The name of both. */
  static final String NAME = "transformer";

  private TransformerRoles() {}

  static LocalStates states(PromptedTransformer model) {
    return new LocalStates(model, Optional.empty());
  }
}
