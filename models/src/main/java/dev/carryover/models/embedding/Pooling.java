package dev.carryover.models.embedding;

import java.nio.FloatBuffer;

/** How the vectors of a text's tokens become one. */
enum Pooling {
  /** The vector of the first token, {@code [CLS]}. */
  CLS {
    @Override
    float[] pool(FloatBuffer tokens, int count, int dimension) {
      float[] first = new float[dimension];
      tokens.get(0, first);
      return first;
    }
  },

  /** The mean over all tokens, summed in their order. */
  MEAN {
    @Override
    float[] pool(FloatBuffer tokens, int count, int dimension) {
      float[] mean = new float[dimension];
      float[] token = new float[dimension];
      for (int t = 0; t < count; t++) {
        tokens.get(t * dimension, token);
        for (int d = 0; d < dimension; d++) {
          mean[d] += token[d];
        }
      }
      for (int d = 0; d < dimension; d++) {
        mean[d] /= count;
      }
      return mean;
    }
  };

  /**
   * One vector for a text, not yet of unit length.
   *
   * @param tokens {@code count} vectors of {@code dimension}, one after the other
   */
  abstract float[] pool(FloatBuffer tokens, int count, int dimension);
}
