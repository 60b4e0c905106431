package dev.carryover.models.transformer.state;

import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.models.transformer.ContextException;
import dev.carryover.models.transformer.Generation;
import dev.carryover.models.transformer.Generation.Continuation;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.Transformer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A model with its prompt. Passages and question are always read in two steps, so that a cache that
 * was kept gives the same answer, to the bit, as one made for the occasion.
 *
 * @param model the caller's to close
 * @param prompt how it is asked
 */
public record PromptedTransformer(Transformer model, TwoSteps prompt) {
  public PromptedTransformer {
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(prompt, "prompt");
  }

  /** The tokens of the first step, with what begins every text of the model in front. */
  public int[] firstIds(List<String> passages) {
    int[] text = model.tokens().encode(prompt.first(passages));
    OptionalInt beginning = model.tokens().beginning();
    return beginning.isPresent()
        ? IntStream.concat(beginning.stream(), IntStream.of(text)).toArray()
        : text;
  }

  /** The tokens of the second step. */
  public int[] secondIds(Question question) {
    return model.tokens().encode(prompt.second(question));
  }

  /**
   * Reads passages, for the caller to close.
   *
   * @throws ContextException if they do not fit
   */
  public KvCache read(List<String> passages) {
    return KvCache.prefill(model, firstIds(passages));
  }

  /**
   * The answer to a question after a cache.
   *
   * @return with the tokens of the question alone as read
   * @throws ContextException if it does not fit
   */
  public Reply answer(KvCache cache, Question question) {
    int[] ids = secondIds(question);
    return reply(ids, new Generation(prompt.sampling()).after(cache, ids));
  }

  /** The answers to several questions, side by side: faster, and equal but for rounding. */
  public List<Reply> answers(KvCache cache, List<Question> questions) {
    List<int[]> ids = questions.stream().map(this::secondIds).toList();
    List<Continuation> said = new Generation(prompt.sampling()).after(cache, ids);
    List<Reply> replies = new ArrayList<>();
    for (int i = 0; i < said.size(); i++) {
      replies.add(reply(ids.get(i), said.get(i)));
    }
    return replies;
  }

  /** Natural logarithms of how likely each token is to begin the answer. */
  public float[] firstToken(KvCache cache, Question question) {
    return Generation.next(cache, secondIds(question));
  }

  private Reply reply(int[] read, Continuation said) {
    return new Reply(
        prompt.answer(said.text()), said.finish(), new Usage(read.length, said.ids().size()));
  }
}
