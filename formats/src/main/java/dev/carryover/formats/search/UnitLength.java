package dev.carryover.formats.search;

/** Scales vectors to length 1, so that a dot product is a cosine. */
final class UnitLength {
  private UnitLength() {}

  /** A scaled copy; the zero vector, which has no direction, stays zero. */
  static float[] of(float[] vector) {
    double square = 0;
    for (float coordinate : vector) {
      square += (double) coordinate * coordinate;
    }
    float[] unit = new float[vector.length];
    if (square > 0) {
      double length = Math.sqrt(square);
      for (int i = 0; i < vector.length; i++) {
        unit[i] = (float) (vector[i] / length);
      }
    }
    return unit;
  }
}
