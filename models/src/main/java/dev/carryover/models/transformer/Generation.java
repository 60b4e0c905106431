package dev.carryover.models.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.carryover.core.FinishReason;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes on after a cache, which stays as it is: any number of questions can be put to one cache,
 * at once and from several threads. Every row sees the cache, its own question and what it has
 * written.
 */
public final class Generation {
  private final Sampling sampling;

  public Generation(Sampling sampling) {
    this.sampling = Objects.requireNonNull(sampling, "sampling");
  }

  /**
   * What was written.
   *
   * @param ids the tokens, the one that ended it included
   * @param text up to where a stop text begins; special tokens left out
   * @param finish {@link FinishReason#LENGTH} where neither an end nor a stop text came
   * @param logProbabilities of the chosen tokens under the model, natural logarithms, one each
   */
  public record Continuation(
      List<Integer> ids, String text, FinishReason finish, List<Double> logProbabilities) {
    public Continuation {
      ids = List.copyOf(ids);
      logProbabilities = List.copyOf(logProbabilities);
    }
  }

  /**
   * Continues one question.
   *
   * @param question at least one token
   * @throws ContextException if it does not fit into the model's context
   */
  public Continuation after(KvCache cache, int[] question) {
    return after(cache, List.of(question)).get(0);
  }

  /**
   * Continues several questions, side by side. Each gets what it would get alone, but for rounding.
   *
   * @param questions at least one token each; of any lengths
   * @throws ContextException if one does not fit into the model's context
   */
  public List<Continuation> after(KvCache cache, List<int[]> questions) {
    if (questions.isEmpty()) {
      return List.of();
    }
    try (Rows rows = new Rows(cache, questions)) {
      List<Writing> writings =
          questions.stream()
              .map(question -> new Writing(sampling, cache, question.length))
              .toList();
      float[][] next = rows.read();
      while (advance(writings, next)) {
        next = rows.write(writings.stream().mapToInt(Writing::last).toArray());
      }
      return writings.stream().map(Writing::finished).toList();
    }
  }

  private static boolean advance(List<Writing> writings, float[][] next) {
    boolean open = false;
    for (int i = 0; i < writings.size(); i++) {
      writings.get(i).choose(next[i]);
      open |= writings.get(i).open();
    }
    return open;
  }

  /**
   * How likely each token of the vocabulary is to come after a question: natural logarithms.
   *
   * @param question at least one token
   */
  public static float[] next(KvCache cache, int[] question) {
    try (Rows rows = new Rows(cache, List.of(question))) {
      return rows.read()[0];
    }
  }

  /**
   * How likely each token of the vocabulary is to come after each of these tokens: natural
   * logarithms, [tokens][vocabulary].
   *
   * @param ids at least one; the memory that this takes is theirs times the vocabulary's size
   */
  public static float[][] distributions(KvCache cache, int[] ids) {
    Transformer model = cache.model();
    model.requireReadable(ids, Math.addExact(cache.nextPosition(), ids.length));
    model.prepareThread();
    try (NDManager manager = model.newManager()) {
      int[][] positions = {Rows.positions(cache.nextPosition(), ids.length)};
      Decoder decoder = model.decoder();
      NDArray hidden =
          decoder
              .branch(
                  Transformer.array(List.of(ids), manager),
                  positions,
                  cache.keyValues(),
                  KeyValues.NONE,
                  Optional.of(decoder.causal(ids.length, 0, manager)))
              .hidden();
      return Rows.logProbabilities(decoder, hidden);
    }
  }
}
