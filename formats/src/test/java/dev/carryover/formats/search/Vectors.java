package dev.carryover.formats.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Seeded vectors for tests, and the plain way to find the closest. */
final class Vectors {
  private Vectors() {}

  /** Unit vectors around forty centres, as texts on few topics give. */
  static List<float[]> clustered(int count, int dimension, long seed) {
    Random centres = new Random(1);
    int topics = 40;
    double[][] topic = new double[topics][dimension];
    for (double[] centre : topic) {
      for (int d = 0; d < dimension; d++) {
        centre[d] = centres.nextGaussian();
      }
    }
    Random random = new Random(seed);
    List<float[]> vectors = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double[] centre = topic[random.nextInt(topics)];
      float[] vector = new float[dimension];
      for (int d = 0; d < dimension; d++) {
        vector[d] = (float) (centre[d] + 0.7 * random.nextGaussian());
      }
      vectors.add(UnitLength.of(vector));
    }
    return vectors;
  }

  static VectorRows rows(List<float[]> vectors) {
    return VectorRows.of(vectors.get(0).length, vectors);
  }

  /** Every cosine, in double precision. */
  static double[] cosines(List<float[]> vectors, float[] query) {
    return vectors.stream().mapToDouble(vector -> cosine(vector, query)).toArray();
  }

  /** Numbers of the k closest by cosine, in double precision. */
  static List<Integer> closest(List<float[]> vectors, float[] query, int k) {
    double[] cosines = cosines(vectors, query);
    return IntStream.range(0, cosines.length)
        .boxed()
        .sorted((a, b) -> Double.compare(cosines[b], cosines[a]))
        .limit(k)
        .toList();
  }

  /** Share of the truly closest that an index finds. */
  static double recall(VectorIndex index, List<float[]> vectors, List<float[]> queries, int k) {
    List<List<Hit>> found = index.nearest(queries, k);
    double sum = 0;
    for (int i = 0; i < queries.size(); i++) {
      List<Integer> truth = closest(vectors, queries.get(i), k);
      sum += found.get(i).stream().filter(hit -> truth.contains(hit.item())).count();
    }
    return sum / (queries.size() * (double) k);
  }

  private static double cosine(float[] a, float[] b) {
    double dot = 0;
    double squareA = 0;
    double squareB = 0;
    for (int d = 0; d < a.length; d++) {
      dot += (double) a[d] * b[d];
      squareA += (double) a[d] * a[d];
      squareB += (double) b[d] * b[d];
    }
    return dot / Math.sqrt(squareA * squareB);
  }
}
