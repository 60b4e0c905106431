package dev.carryover.models.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.ndarray.types.SparseFormat;
import ai.djl.nn.Activation;
import ai.djl.nn.core.Embedding;
import ai.djl.nn.core.Linear;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The forward pass of a Llama-family decoder: RMSNorm, rotary positions, grouped-query attention,
 * SwiGLU. It can stand inside a gradient graph: no Java number enters it, since DJL frees such a
 * number's memory while the graph still holds it.
 *
 * <p>Safe for use by several threads, each with a manager of its own.
 */
public final class Decoder implements AutoCloseable {
  /** Added to the score of what may not be seen. */
  static final float UNSEEN = -1e9f;

  private final Geometry geometry;
  private final Weights weights;
  private final Attention attention;
  private final double[] frequencies;
  private final NDManager constants;
  private final NDArray epsilon;

  /** The weights stay the caller's to close. */
  public Decoder(Geometry geometry, Weights weights) {
    this.geometry = geometry;
    this.weights = weights;
    this.constants = weights.embedding().getManager().newSubManager();
    this.attention = new Attention(geometry, constants);
    this.frequencies = geometry.frequencies();
    this.epsilon = constants.create(new float[] {(float) geometry.normEpsilon()});
  }

  /** Its shape. */
  public Geometry geometry() {
    return geometry;
  }

  /** Its weights. */
  public Weights weights() {
    return weights;
  }

  /**
   * What came out of a pass.
   *
   * @param hidden [B, T, width], after the last norm
   * @param cache keys and values of the past and the new positions together, a trunk left out
   */
  public record Pass(NDArray hidden, KeyValues cache) {}

  /**
   * Reads new tokens after a past.
   *
   * @param ids [B, T]; all that is computed belongs to its manager
   * @param positions of the new tokens, T of them, alike in every row
   * @param past what was read before; [B, …] or {@link KeyValues#NONE}
   * @param mask added to the scores, [1 or B, 1, G-shared queries * T, past + T], as {@link
   *     #causal} makes it; nothing where every new token may see everything, as a single one may
   */
  public Pass read(NDArray ids, int[] positions, KeyValues past, Optional<NDArray> mask) {
    return branch(ids, new int[][] {positions}, KeyValues.NONE, past, mask);
  }

  /**
   * Reads new tokens after a trunk, which every one of them sees and which is not copied, and a
   * past of their own.
   *
   * @param ids [B, T]; all that is computed belongs to its manager
   * @param positions of the new tokens, T of them, in one row for all or in B
   * @param trunk [1 or B, …] or {@link KeyValues#NONE}
   * @param past what was read after the trunk; [B, …] or {@link KeyValues#NONE}
   * @param mask as in {@link #read}; it does not cover the trunk
   */
  public Pass branch(
      NDArray ids, int[][] positions, KeyValues trunk, KeyValues past, Optional<NDArray> mask) {
    NDManager manager = ids.getManager();
    Rotary rotary = Rotary.ofTokens(positions, frequencies, manager);
    NDArray x = rowsOf(weights.embedding(), ids);
    List<NDArray> keys = new ArrayList<>();
    List<NDArray> values = new ArrayList<>();
    for (int i = 0; i < geometry.layers(); i++) {
      Weights.Layer layer = weights.layers().get(i);
      // what a layer leaves behind is freed at once; a gradient graph holds what it needs
      try (NDManager scratch = manager.newSubManager()) {
        x.attach(scratch);
        NDArray projected =
            linear(norm(x, layer.attentionNorm()), layer.queryKeyValue(), layer.bias());
        Attention.Parts parts = attention.parts(projected, rotary).after(past, i);
        NDArray seen = attention.attend(parts, trunk, i, mask);
        x = x.add(linear(seen, layer.output()));
        x = x.add(feed(layer, norm(x, layer.feedNorm())));
        x.attach(manager);
        parts.key().attach(manager);
        parts.value().attach(manager);
        keys.add(parts.key());
        values.add(parts.value());
      }
    }
    return new Pass(norm(x, weights.norm()), new KeyValues(keys, values));
  }

  /** Scores of every token, [..., vocabulary], from hidden states [..., width]. */
  public NDArray logits(NDArray hidden) {
    return linear(hidden, weights.head());
  }

  /** The mask under which each of the new tokens sees all of the past and no later new one. */
  public NDArray causal(int fresh, int past, NDManager manager) {
    int seen = past + fresh;
    float[] mask = new float[fresh * seen];
    for (int t = 0; t < fresh; t++) {
      Arrays.fill(mask, t * seen + past + t + 1, (t + 1) * seen, UNSEEN);
    }
    return forSharedQueries(manager.create(mask, new Shape(1, 1, fresh, seen)));
  }

  /** A mask [R, 1, T, S], repeated for the queries that share a key. */
  NDArray forSharedQueries(NDArray mask) {
    return geometry.queriesPerKey() == 1
        ? mask
        : mask.tile(new long[] {1, 1, geometry.queriesPerKey(), 1});
  }

  /**
   * Keys [B, G, S, D] turned on by this many positions each; a negative number turns back. The
   * result belongs to the manager.
   */
  NDArray turned(NDArray keys, int[] by, NDManager manager) {
    try (NDManager scratch = manager.newSubManager()) {
      NDArray copy = keys.duplicate();
      copy.attach(scratch);
      NDArray turned = Rotary.ofCache(by, frequencies, scratch).turn(copy);
      turned.attach(manager);
      return turned;
    }
  }

  /** Rows of a table [N, width] by their numbers [B, T]. */
  public static NDArray rowsOf(NDArray table, NDArray numbers) {
    return Embedding.embedding(numbers, table, SparseFormat.DENSE).singletonOrThrow();
  }

  private NDArray norm(NDArray x, NDArray weight) {
    NDArray root = x.square().mean(new int[] {-1}, true).add(epsilon).sqrt();
    return x.div(root).mul(weight);
  }

  private static NDArray feed(Weights.Layer layer, NDArray x) {
    NDList parts = linear(x, layer.gateUp()).split(2, 2);
    NDArray gate = parts.get(0);
    return linear(gate.mul(Activation.sigmoid(gate)).mul(parts.get(1)), layer.down());
  }

  private static NDArray linear(NDArray x, NDArray weight) {
    return Linear.linear(x, weight).singletonOrThrow();
  }

  private static NDArray linear(NDArray x, NDArray weight, Optional<NDArray> bias) {
    return bias.isPresent()
        ? Linear.linear(x, weight, bias.get()).singletonOrThrow()
        : linear(x, weight);
  }

  @Override
  public void close() {
    constants.close();
  }
}
