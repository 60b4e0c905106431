package dev.carryover.core.embedding;

/** The cosine of the angle between two vectors. */
public final class Cosine {
  private Cosine() {}

  /**
   * The cosine, computed in double precision; the vectors need not be of unit length.
   *
   * @throws IllegalArgumentException if the dimensions differ, or a vector has no direction: only
   *     zeros, or a component that is no finite number
   */
  public static double between(float[] a, float[] b) {
    if (a.length != b.length) {
      throw new IllegalArgumentException(
          "no cosine between vectors of %d and %d dimensions".formatted(a.length, b.length));
    }
    double dot = 0;
    double squaresA = 0;
    double squaresB = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
      squaresA += (double) a[i] * a[i];
      squaresB += (double) b[i] * b[i];
    }
    double lengths = Math.sqrt(squaresA) * Math.sqrt(squaresB);
    if (lengths == 0 || !Double.isFinite(lengths)) {
      throw new IllegalArgumentException(
          "no cosine between vectors of lengths %s and %s"
              .formatted(Math.sqrt(squaresA), Math.sqrt(squaresB)));
    }
    return dot / lengths;
  }
}
