package dev.carryover.models.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Questions of several lengths that are read and written on side by side after one cache. Shorter
 * ones are filled up on the right with tokens that nobody sees.
 */
final class Rows implements AutoCloseable {
  private final Transformer model;
  private final KvCache cache;
  private final List<int[]> questions;
  private final int longest;
  private NDManager current;
  private KeyValues own = KeyValues.NONE;
  private int written;

  /** Verifies that every question can be read. */
  Rows(KvCache cache, List<int[]> questions) {
    this.model = cache.model();
    this.cache = cache;
    this.questions = List.copyOf(questions);
    this.longest = questions.stream().mapToInt(question -> question.length).max().orElseThrow();
    for (int[] question : questions) {
      if (question.length == 0) {
        throw new IllegalArgumentException("a question without a token has no continuation");
      }
      model.requireReadable(question, Math.addExact(cache.nextPosition(), question.length));
    }
    this.current = model.newManager();
  }

  static int[] positions(int first, int count) {
    return IntStream.range(first, first + count).toArray();
  }

  /**
   * Natural logarithms of probabilities [positions][vocabulary] from hidden states [..., width].
   */
  static float[][] logProbabilities(Decoder decoder, NDArray hidden) {
    int vocabulary = decoder.geometry().vocabulary();
    float[] flat = decoder.logits(hidden).logSoftmax(-1).toFloatArray();
    float[][] rows = new float[flat.length / vocabulary][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Arrays.copyOfRange(flat, i * vocabulary, (i + 1) * vocabulary);
    }
    return rows;
  }

  /** Reads the questions; what may come after each. */
  float[][] read() {
    model.prepareThread();
    List<int[]> filled = new ArrayList<>();
    for (int[] question : questions) {
      filled.add(Arrays.copyOf(question, longest));
    }
    int first = cache.nextPosition();
    Decoder decoder = model.decoder();
    Decoder.Pass pass =
        decoder.branch(
            Transformer.array(filled, current),
            new int[][] {positions(first, longest)},
            cache.keyValues(),
            KeyValues.NONE,
            longest == 1 ? Optional.empty() : Optional.of(decoder.causal(longest, 0, current)));
    own = pass.cache();
    return logProbabilities(decoder, lastOfEach(pass.hidden()));
  }

  /** Reads one more token in every row; what may come after each. */
  float[][] write(int[] next) {
    int first = cache.nextPosition() + written;
    int[][] positions = new int[questions.size()][];
    List<int[]> rows = new ArrayList<>();
    for (int i = 0; i < positions.length; i++) {
      positions[i] = new int[] {first + questions.get(i).length};
      rows.add(new int[] {next[i]});
    }
    written++;
    NDManager before = current;
    current = model.newManager();
    try {
      NDArray ids = Transformer.array(rows, current);
      Decoder.Pass pass =
          model.decoder().branch(ids, positions, cache.keyValues(), own, mask(current));
      own = pass.cache();
      return logProbabilities(model.decoder(), pass.hidden());
    } finally {
      before.close();
    }
  }

  private NDArray lastOfEach(NDArray hidden) {
    long width = hidden.getShape().get(2);
    NDManager manager = hidden.getManager();
    long[] rows = new long[questions.size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (long) i * longest + questions.get(i).length - 1;
    }
    NDArray flat = hidden.reshape(-1, width);
    return Decoder.rowsOf(flat, manager.create(rows));
  }

  /** Hides what fills up shorter questions. */
  private Optional<NDArray> mask(NDManager manager) {
    if (questions.stream().allMatch(question -> question.length == longest)) {
      return Optional.empty();
    }
    int seen = longest + written;
    float[] mask = new float[questions.size() * seen];
    for (int i = 0; i < questions.size(); i++) {
      Arrays.fill(mask, i * seen + questions.get(i).length, i * seen + longest, Decoder.UNSEEN);
    }
    NDArray rows = manager.create(mask, new Shape(questions.size(), 1, 1, seen));
    return Optional.of(model.decoder().forSharedQueries(rows));
  }

  @Override
  public void close() {
    current.close();
  }
}
