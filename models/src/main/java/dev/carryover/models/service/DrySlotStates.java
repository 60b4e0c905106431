package dev.carryover.models.service;

import dev.carryover.core.FinishReason;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.LanguageModel;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/**
 * Saved caches of a server that is asked nothing: each prompt is charged with 4 bytes a token, each
 * answer with the whole output limit, and nothing is kept.
 */
record DrySlotStates(LanguageModel model, SlotPrompt prompt, CallBudget budget)
    implements SlotModel {
  @Override
  public ModelIdentity identity() {
    return model.identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    return prompt.settings();
  }

  @Override
  public Kept prefill(List<String> passages, Path folder) {
    long tokens = TokenEstimate.usual(prompt.before(passages));
    return new Kept(charged(new Usage(tokens, 0)), (int) tokens, 0);
  }

  private Usage charged(Usage most) {
    budget.reserve(most);
    budget.settle(most, most);
    return most;
  }

  @Override
  public Kept train(List<String> passages, Study study, Path folder) {
    throw SlotStates.trainsNone(model.identity().name());
  }

  @Override
  public OpenState open(Path folder, Foreign foreign) {
    return new OpenState() {
      @Override
      public ModelIdentity computedFor() {
        return identity();
      }

      @Override
      public Reply answer(Question question) {
        long tokens = TokenEstimate.usual(prompt.from(question));
        Usage most = charged(new Usage(tokens, prompt.decoding().maxTokens()));
        return new Reply("", FinishReason.UNKNOWN, most);
      }

      @Override
      public float[] firstToken(Question question) {
        charged(new Usage(TokenEstimate.usual(prompt.from(question)), 1));
        return new float[0];
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void close() {}
}
