package dev.carryover.models.transformer;

import java.util.Objects;

/**
 * The shape of a decoder: all that is needed, beside its weights, to compute with it.
 *
 * @param layers blocks
 * @param width of the residual stream
 * @param heads query heads
 * @param keyValueHeads key and value heads, a divisor of the query heads
 * @param headSize of one head; even
 * @param inner width of the gated feed-forward layer
 * @param vocabulary tokens
 * @param context positions that it was trained for
 * @param ropeBase base of the rotary frequencies
 * @param ropeScaling what was done to these frequencies for a longer context
 * @param normEpsilon added to the mean square before its root
 * @param biased whether queries, keys and values have a bias
 * @param tied whether the head is the embedding
 */
public record Geometry(
    int layers,
    int width,
    int heads,
    int keyValueHeads,
    int headSize,
    int inner,
    int vocabulary,
    int context,
    double ropeBase,
    RopeScaling ropeScaling,
    double normEpsilon,
    boolean biased,
    boolean tied) {
  public Geometry {
    Objects.requireNonNull(ropeScaling, "ropeScaling");
    requirePositive("layers", layers);
    requirePositive("width", width);
    requirePositive("heads", heads);
    requirePositive("key and value heads", keyValueHeads);
    requirePositive("head size", headSize);
    requirePositive("inner width", inner);
    requirePositive("vocabulary", vocabulary);
    requirePositive("context", context);
    if (heads % keyValueHeads != 0) {
      throw new IllegalArgumentException(
          heads + " query heads cannot share " + keyValueHeads + " key and value heads evenly");
    }
    if (headSize % 2 != 0) {
      throw new IllegalArgumentException("a head of odd size " + headSize + " cannot be rotated");
    }
    if (!(ropeBase > 1) || !(normEpsilon >= 0)) {
      throw new IllegalArgumentException(
          "rotary base " + ropeBase + " or norm epsilon " + normEpsilon + " cannot be used");
    }
  }

  /** One whose frequencies are as they were. */
  public Geometry(
      int layers,
      int width,
      int heads,
      int keyValueHeads,
      int headSize,
      int inner,
      int vocabulary,
      int context,
      double ropeBase,
      double normEpsilon,
      boolean biased,
      boolean tied) {
    this(
        layers,
        width,
        heads,
        keyValueHeads,
        headSize,
        inner,
        vocabulary,
        context,
        ropeBase,
        RopeScaling.NONE,
        normEpsilon,
        biased,
        tied);
  }

  private static void requirePositive(String what, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(what + ": " + value);
    }
  }

  /** Query heads that share one key and value head. */
  public int queriesPerKey() {
    return heads / keyValueHeads;
  }

  /** By how much each pair of a head's numbers turns from one position to the next, in radians. */
  public double[] frequencies() {
    double[] frequencies = new double[headSize / 2];
    for (int i = 0; i < frequencies.length; i++) {
      frequencies[i] = ropeScaling.applied(Math.pow(ropeBase, -2.0 * i / headSize));
    }
    return frequencies;
  }

  /** Rows of the fused query, key and value projection. */
  public int projected() {
    return (heads + 2 * keyValueHeads) * headSize;
  }

  /** Numbers that one position takes in the cache, keys and values of all layers together. */
  public long cachedPerPosition() {
    return 2L * layers * keyValueHeads * headSize;
  }
}
