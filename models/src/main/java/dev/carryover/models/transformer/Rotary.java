package dev.carryover.models.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;

/**
 * Rotary position embedding (Su et al., 2021) in the half-split layout of Llama: number i of a head
 * turns together with number i + D/2, by position / base^(2i/D).
 *
 * @param cos cosines, broadcast over rows and heads: [1 or B, 1, T, D/2]
 * @param sin sines, alike
 */
record Rotary(NDArray cos, NDArray sin) {
  /** The turns to these positions, which may be negative: turns back. */
  static Rotary to(int[] positions, Geometry geometry, NDManager manager) {
    int half = geometry.headSize() / 2;
    float[] cos = new float[positions.length * half];
    float[] sin = new float[positions.length * half];
    double[] frequencies = new double[half];
    for (int i = 0; i < half; i++) {
      frequencies[i] = Math.pow(geometry.ropeBase(), -2.0 * i / geometry.headSize());
    }
    for (int t = 0; t < positions.length; t++) {
      for (int i = 0; i < half; i++) {
        double angle = positions[t] * frequencies[i];
        cos[t * half + i] = (float) Math.cos(angle);
        sin[t * half + i] = (float) Math.sin(angle);
      }
    }
    Shape shape = new Shape(1, 1, positions.length, half);
    return new Rotary(manager.create(cos, shape), manager.create(sin, shape));
  }

  /** Turns heads [B, heads, T, D]. */
  NDArray turn(NDArray heads) {
    NDList halves = heads.split(2, 3);
    NDArray first = halves.get(0);
    NDArray second = halves.get(1);
    return NDArrays.concat(
        new NDList(first.mul(cos).sub(second.mul(sin)), second.mul(cos).add(first.mul(sin))), 3);
  }
}
