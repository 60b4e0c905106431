package dev.carryover.models.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
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
  private static final float UNSEEN = -1e9f;

  private final Geometry geometry;
  private final Weights weights;
  private final NDManager constants;
  private final NDArray epsilon;
  private final NDArray scale;

  /** The weights stay the caller's to close. */
  public Decoder(Geometry geometry, Weights weights) {
    this.geometry = geometry;
    this.weights = weights;
    this.constants = weights.embedding().getManager().newSubManager();
    this.epsilon = constants.create(new float[] {(float) geometry.normEpsilon()});
    this.scale = constants.create(new float[] {(float) (1 / Math.sqrt(geometry.headSize()))});
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
   * @param cache keys and values of the past and the new positions together
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
    NDManager manager = ids.getManager();
    Rotary rotary = Rotary.to(positions, geometry, manager);
    NDArray x = rowsOf(weights.embedding(), ids);
    List<NDArray> keys = new ArrayList<>();
    List<NDArray> values = new ArrayList<>();
    for (int i = 0; i < geometry.layers(); i++) {
      Weights.Layer layer = weights.layers().get(i);
      NDList parts = project(layer, norm(x, layer.attentionNorm()));
      NDArray query = rotary.turn(heads(parts.get(0), geometry.heads())).mul(scale);
      NDArray key = rotary.turn(heads(parts.get(1), geometry.keyValueHeads()));
      NDArray value = heads(parts.get(2), geometry.keyValueHeads());
      if (past.length() > 0) {
        key = after(past.keys().get(i), key, manager);
        value = after(past.values().get(i), value, manager);
      }
      keys.add(key);
      values.add(value);
      x = x.add(linear(attend(query, key, value, mask), layer.output()));
      x = x.add(feed(layer, norm(x, layer.feedNorm())));
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
    NDArray one = manager.create(mask, new Shape(1, 1, fresh, seen));
    return geometry.queriesPerKey() == 1
        ? one
        : one.tile(new long[] {1, 1, geometry.queriesPerKey(), 1});
  }

  /** Rows of a table [N, width] by their numbers [B, T]. */
  public static NDArray rowsOf(NDArray table, NDArray numbers) {
    return Embedding.embedding(numbers, table, SparseFormat.DENSE).singletonOrThrow();
  }

  private NDArray norm(NDArray x, NDArray weight) {
    NDArray root = x.square().mean(new int[] {-1}, true).add(epsilon).sqrt();
    return x.div(root).mul(weight);
  }

  private NDList project(Weights.Layer layer, NDArray x) {
    NDArray all = linear(x, layer.queryKeyValue());
    if (layer.bias().isPresent()) {
      all = all.add(layer.bias().get());
    }
    long queries = (long) geometry.heads() * geometry.headSize();
    long keys = (long) geometry.keyValueHeads() * geometry.headSize();
    return all.split(new long[] {queries, queries + keys}, 2);
  }

  /** [B, T, heads * D] to [B, heads, T, D]. */
  private NDArray heads(NDArray x, int heads) {
    Shape shape = x.getShape();
    return x.reshape(shape.get(0), shape.get(1), heads, geometry.headSize()).transpose(0, 2, 1, 3);
  }

  /** A result belongs to its first operand's manager, which here would be the past's. */
  private static NDArray after(NDArray past, NDArray fresh, NDManager manager) {
    NDArray both = NDArrays.concat(new NDList(past, fresh), 2);
    both.attach(manager);
    return both;
  }

  private NDArray attend(NDArray query, NDArray key, NDArray value, Optional<NDArray> mask) {
    Shape shape = query.getShape();
    long rows = shape.get(0);
    long fresh = shape.get(2);
    int shared = geometry.queriesPerKey();
    // the queries that share a key stand one after the other along the axis of positions
    NDArray grouped =
        shared == 1
            ? query
            : query.reshape(rows, geometry.keyValueHeads(), shared * fresh, geometry.headSize());
    NDArray scores = grouped.matMul(key.transpose(0, 1, 3, 2));
    NDArray seen = mask.isPresent() ? scores.add(mask.get()) : scores;
    return seen.softmax(-1)
        .matMul(value)
        .reshape(rows, geometry.heads(), fresh, geometry.headSize())
        .transpose(0, 2, 1, 3)
        .reshape(rows, fresh, (long) geometry.heads() * geometry.headSize());
  }

  private static NDArray feed(Weights.Layer layer, NDArray x) {
    NDList parts = linear(x, layer.gateUp()).split(2, 2);
    NDArray gate = parts.get(0);
    return linear(gate.mul(Activation.sigmoid(gate)).mul(parts.get(1)), layer.down());
  }

  private static NDArray linear(NDArray x, NDArray weight) {
    return Linear.linear(x, weight).singletonOrThrow();
  }

  @Override
  public void close() {
    constants.close();
  }
}
