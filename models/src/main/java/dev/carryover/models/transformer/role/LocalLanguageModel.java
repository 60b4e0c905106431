package dev.carryover.models.transformer.role;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.models.transformer.ContextException;
import dev.carryover.models.transformer.Generation;
import dev.carryover.models.transformer.Generation.Continuation;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.Sampling;
import dev.carryover.models.transformer.Transformer;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A transformer in this process as a language model. An answer cannot be held to a form.
 *
 * @param model closed with this
 * @param layout of its prompts
 */
record LocalLanguageModel(Transformer model, Layout layout) implements LanguageModel {
  @Override
  public ModelIdentity identity() {
    return model.identity();
  }

  @Override
  public Use use() {
    return layout.use();
  }

  @Override
  public boolean constrains() {
    return false;
  }

  @Override
  public Reply complete(Prompt prompt, Decoding decoding, int repeat) {
    int[] text = model.tokens().encode(layout.before(prompt) + layout.after(""));
    int[] ids = IntStream.concat(model.tokens().beginning().stream(), IntStream.of(text)).toArray();
    int last = ids.length - 1;
    Sampling sampling =
        new Sampling(
            decoding.maxTokens(),
            decoding.temperature(),
            decoding.seed().orElse(0),
            decoding.stop());
    try (KvCache read = KvCache.prefill(model, Arrays.copyOf(ids, last))) {
      Continuation said = new Generation(sampling).after(read, new int[] {ids[last]});
      return new Reply(said.text(), said.finish(), new Usage(ids.length, said.ids().size()));
    } catch (ContextException e) {
      throw new ServiceException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public long countTokens(String text) {
    return model.tokens().encode(text).length;
  }

  @Override
  public void close() {
    model.close();
  }
}
