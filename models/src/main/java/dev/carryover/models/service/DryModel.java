package dev.carryover.models.service;

import dev.carryover.core.FinishReason;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.LanguageModel;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A language model that is asked nothing: each prompt is charged with 4 bytes a token and the whole
 * output limit, and answered with nothing.
 */
final class DryModel implements LanguageModel {
  private final String name;
  private final ModelOptions options;
  private final CallBudget budget;

  DryModel(Optional<String> name, ModelOptions options, CallBudget budget) {
    this.name = name.orElse("the only model served");
    this.options = options;
    this.budget = budget;
  }

  @Override
  public ModelIdentity identity() {
    TreeMap<String, String> facts = new TreeMap<>();
    facts.put("dry_run", "the service was not asked");
    return new ModelIdentity(
        name, Optional.empty(), Optional.empty(), options.context(), facts, List.of());
  }

  @Override
  public Use use() {
    return options.use();
  }

  @Override
  public boolean constrains() {
    return options.constraint() != Constraint.NONE;
  }

  @Override
  public Reply complete(Prompt prompt, Decoding decoding, int repeat) {
    Usage most =
        new Usage(TokenEstimate.usual(prompt.system(), prompt.user()), decoding.maxTokens());
    budget.reserve(most);
    budget.settle(most, most);
    return new Reply("", FinishReason.UNKNOWN, most);
  }

  @Override
  public long countTokens(String text) {
    return TokenEstimate.most(text);
  }
}
