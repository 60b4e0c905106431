package dev.carryover.models.transformer.study;

import dev.carryover.core.Usage;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.Sampling;
import dev.carryover.models.transformer.TinyModels;
import dev.carryover.models.transformer.state.PromptedTransformer;
import java.util.List;
import java.util.stream.IntStream;

/** Asks the tiny models three words of theirs at random. */
final class WordInquirer implements Inquirer {
  @Override
  public Inquiry ask(
      PromptedTransformer model, KvCache text, List<String> passages, int count, long seed) {
    return new Inquiry(
        IntStream.range(0, count)
            .mapToObj(i -> TinyModels.tokens(seed + i, 3))
            .map(w -> new Asked("words", "w%d w%d w%d".formatted(w[0], w[1], w[2])))
            .distinct()
            .toList(),
        Usage.NONE);
  }

  @Override
  public Sampling answering(PromptedTransformer model) {
    return model.prompt().sampling();
  }
}
