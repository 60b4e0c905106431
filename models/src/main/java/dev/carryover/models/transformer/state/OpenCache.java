package dev.carryover.models.transformer.state;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.models.transformer.ContextException;
import dev.carryover.models.transformer.KvCache;

/** A cache that is loaded. */
record OpenCache(PromptedTransformer model, ModelIdentity computedFor, KvCache cache)
    implements OpenState {
  @Override
  public Reply answer(Question question) {
    try {
      return model.answer(cache, question);
    } catch (ContextException e) {
      throw new ServiceException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public float[] firstToken(Question question) {
    return model.firstToken(cache, question);
  }

  @Override
  public void close() {
    cache.close();
  }
}
