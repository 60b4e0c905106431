package dev.carryover.models.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.Optional;

/**
 * Grouped-query attention over keys and values of two stretches: a trunk, which is shared by all
 * rows and never copied, and what follows it.
 */
final class Attention {
  private final int heads;
  private final int keyHeads;
  private final int headSize;
  private final NDArray scale;

  Attention(Geometry geometry, NDManager constants) {
    this.heads = geometry.heads();
    this.keyHeads = geometry.keyValueHeads();
    this.headSize = geometry.headSize();
    this.scale = constants.create(new float[] {(float) (1 / Math.sqrt(headSize))});
  }

  /**
   * What one layer attends with.
   *
   * @param query [B, G, queries that share a key, one after the other, * T, D], scaled
   * @param key [B, G, S, D]
   * @param value [B, G, S, D]
   * @param fresh T
   */
  record Parts(NDArray query, NDArray key, NDArray value, int fresh) {
    /** The same with what was read before in front. */
    Parts after(KeyValues past, int layer) {
      return past.length() == 0
          ? this
          : new Parts(
              query,
              joined(past.keys().get(layer), key),
              joined(past.values().get(layer), value),
              fresh);
    }

    private NDArray joined(NDArray past, NDArray fresh) {
      return owned(NDArrays.concat(new NDList(past, fresh), 2), query.getManager());
    }
  }

  /** Cuts the fused projection [B, T, (H + 2G) * D], and turns queries and keys. */
  Parts parts(NDArray projected, Rotary rotary) {
    Shape shape = projected.getShape();
    long rows = shape.get(0);
    long fresh = shape.get(1);
    NDArray all = projected.reshape(rows, fresh, heads + 2L * keyHeads, headSize);
    NDList cut = all.split(new long[] {heads + keyHeads}, 2);
    NDList turned = rotary.turn(cut.get(0)).split(new long[] {heads}, 2);
    NDArray query = byHead(turned.get(0).mul(scale), heads);
    if (heads != keyHeads) {
      query = query.reshape(rows, keyHeads, heads / keyHeads * fresh, headSize);
    }
    NDArray key = byHead(turned.get(1), keyHeads);
    return new Parts(query, key, byHead(cut.get(1), keyHeads), Math.toIntExact(fresh));
  }

  /** [B, T, heads, D] to [B, heads, T, D]. */
  private NDArray byHead(NDArray x, int count) {
    Shape shape = x.getShape();
    return shape.get(1) == 1
        ? x.reshape(shape.get(0), count, 1, headSize)
        : x.transpose(0, 2, 1, 3);
  }

  /** What the queries saw: [B, T, H * D]. */
  NDArray attend(Parts parts, KeyValues trunk, int layer, Optional<NDArray> mask) {
    NDArray query = parts.query();
    NDArray scores = query.matMul(parts.key().transpose(0, 1, 3, 2));
    if (mask.isPresent()) {
      scores = scores.add(mask.get());
    }
    NDArray seen;
    if (trunk.length() == 0) {
      seen = scores.softmax(-1).matMul(parts.value());
    } else {
      NDManager manager = query.getManager();
      NDArray keys = owned(trunk.keys().get(layer).transpose(0, 1, 3, 2), manager);
      NDArray both = NDArrays.concat(new NDList(shared(query, keys), scores), 3).softmax(-1);
      NDList weights = both.split(new long[] {trunk.length()}, 3);
      seen =
          shared(weights.get(0), trunk.values().get(layer))
              .add(weights.get(1).matMul(parts.value()));
    }
    return byToken(seen, parts.fresh());
  }

  /** [B, G, N, *] times what all rows share, [1, G, *, *], or what each has, [B, G, *, *]. */
  private static NDArray shared(NDArray x, NDArray common) {
    Shape shape = x.getShape();
    long rows = shape.get(0);
    if (rows == 1 || common.getShape().get(0) == rows) {
      return x.matMul(common);
    }
    long heads = shape.get(1);
    return x.transpose(1, 0, 2, 3)
        .reshape(1, heads, rows * shape.get(2), shape.get(3))
        .matMul(common)
        .reshape(heads, rows, shape.get(2), common.getShape().get(3))
        .transpose(1, 0, 2, 3);
  }

  private NDArray byToken(NDArray seen, int fresh) {
    long rows = seen.getShape().get(0);
    long width = (long) heads * headSize;
    return fresh == 1
        ? seen.reshape(rows, 1, width)
        : seen.reshape(rows, heads, fresh, headSize)
            .transpose(0, 2, 1, 3)
            .reshape(rows, fresh, width);
  }

  /** A result belongs to its first operand's manager, which here would be the cache's. */
  private static NDArray owned(NDArray array, NDManager manager) {
    array.attach(manager);
    return array;
  }
}
