package dev.carryover.models.transformer.state;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.models.transformer.ContextException;
import dev.carryover.models.transformer.KvCache;
import java.util.function.Supplier;

/** A cache that is loaded. */
record OpenCache(PromptedTransformer model, ModelIdentity computedFor, KvCache cache)
    implements OpenState {
  @Override
  public Reply answer(Question question) {
    return asked(() -> model.answer(cache, question));
  }

  @Override
  public float[] firstToken(Question question) {
    return asked(() -> model.firstToken(cache, question));
  }

  private static <T> T asked(Supplier<T> question) {
    try {
      return question.get();
    } catch (ContextException e) {
      throw new ServiceException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    cache.close();
  }
}
