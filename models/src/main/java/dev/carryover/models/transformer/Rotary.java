package dev.carryover.models.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;

/**
 * Rotary position embedding (Su et al., 2021) in the half-split layout of Llama: number i of a head
 * turns together with number i + D/2, by position times a frequency that falls with i.
 *
 * @param cos cosines, each twice, to be broadcast over heads
 * @param sin sines alike, the first half negative
 */
record Rotary(NDArray cos, NDArray sin) {
  /** The turns of heads laid out [B, T, heads, D]; one row of positions holds for every row. */
  static Rotary ofTokens(int[][] positions, double[] frequencies, NDManager manager) {
    int half = frequencies.length;
    Shape shape = new Shape(positions.length, positions[0].length, 1, 2L * half);
    return of(positions, frequencies, shape, manager);
  }

  /** The turns of cached keys [B, G, S, D], which may be negative: turns back. */
  static Rotary ofCache(int[] positions, double[] frequencies, NDManager manager) {
    Shape shape = new Shape(1, 1, positions.length, 2L * frequencies.length);
    return of(new int[][] {positions}, frequencies, shape, manager);
  }

  private static Rotary of(
      int[][] positions, double[] frequencies, Shape shape, NDManager manager) {
    int half = frequencies.length;
    float[] cos = new float[Math.toIntExact(shape.size())];
    float[] sin = new float[cos.length];
    int at = 0;
    for (int[] row : positions) {
      for (int position : row) {
        for (int i = 0; i < half; i++) {
          double angle = position * frequencies[i];
          cos[at + i] = (float) Math.cos(angle);
          cos[at + half + i] = cos[at + i];
          sin[at + half + i] = (float) Math.sin(angle);
          sin[at + i] = -sin[at + half + i];
        }
        at += 2 * half;
      }
    }
    return new Rotary(manager.create(cos, shape), manager.create(sin, shape));
  }

  /** Turns heads of the layout that it was made for. */
  NDArray turn(NDArray heads) {
    NDList halves = heads.split(2, 3);
    NDArray swapped = NDArrays.concat(new NDList(halves.get(1), halves.get(0)), 3);
    return heads.mul(cos).add(swapped.mul(sin));
  }
}
