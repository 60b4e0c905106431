package dev.carryover.models.embedding;

import dev.carryover.core.spi.ServiceException;

/** Vectors of length one. */
final class UnitVectors {
  private UnitVectors() {}

  /**
   * The vector scaled to length one, in single precision, in place.
   *
   * @throws ServiceException if it has no direction: a component that is no number, or only zeros
   */
  static float[] normalized(float[] vector, String model) {
    float squares = 0;
    for (float component : vector) {
      squares += component * component;
    }
    float length = (float) Math.sqrt(squares);
    if (!Float.isFinite(length) || length == 0) {
      throw new ServiceException(
          "embedder '%s' returned a vector of length %s; its model file or ONNX Runtime is damaged"
              .formatted(model, length));
    }
    for (int d = 0; d < vector.length; d++) {
      vector[d] /= length;
    }
    return vector;
  }
}
