package dev.carryover.models.transformer.role;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.models.transformer.ContextException;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.state.PromptedTransformer;
import dev.carryover.models.transformer.tokasaurus.ServedStates;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * The reader that a transformer in this process plays. It reads the passages first and the question
 * after them; passages that were read are kept for the next question about them.
 */
public final class TransformerReader implements ReaderModel {
  /** Of the caches that are kept. */
  private static final long MOST_BYTES = 128L << 20;

  private final PromptedTransformer model;
  private final StatefulModel states;
  private final boolean free;
  private final Prefills prefills;

  /**
   * @param states of the model; both are closed with this
   * @param free whether it answers in words of its own too
   */
  public TransformerReader(PromptedTransformer model, StatefulModel states, boolean free) {
    this.model = model;
    this.states = states;
    this.free = free;
    this.prefills = new Prefills(model::read, MOST_BYTES);
  }

  @Override
  public ModelIdentity identity() {
    return states.identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    return states.settings();
  }

  @Override
  public Reply answer(Question question, List<String> passages) {
    try {
      return prefills.with(passages, cache -> whole(cache, model.answer(cache, question)));
    } catch (ContextException e) {
      throw new ServiceException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The passages count as read, whether they were read for this question or an earlier one. */
  private static Reply whole(KvCache cache, Reply reply) {
    Usage usage = new Usage(cache.length() + reply.usage().tokensIn(), reply.usage().tokensOut());
    return new Reply(reply.text(), reply.finish(), usage);
  }

  @Override
  public boolean answersFreely() {
    return free;
  }

  @Override
  public OptionalLong promptTokens(Question question, List<String> passages) {
    return OptionalLong.of(
        (long) model.firstIds(passages).length
            + model.secondIds(question).length
            + model.prompt().sampling().maxTokens());
  }

  @Override
  public Optional<StatefulModel> state() {
    return Optional.of(states);
  }

  @Override
  public void close() {
    prefills.close();
    if (states instanceof ServedStates served) {
      served.close();
    }
    model.model().close();
  }
}
