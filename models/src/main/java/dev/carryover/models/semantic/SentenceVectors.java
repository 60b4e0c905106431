package dev.carryover.models.semantic;

import dev.carryover.core.spi.Embedder.Purpose;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Unit vectors of short texts, remembered up to a bound, the least recently used given up first.
 * Safe for use by several threads.
 */
final class SentenceVectors {
  private static final int MOST_KEPT = 32_768;
  private static final float LOAD = 0.75f;

  private final Source source;
  private final Map<Key, float[]> known = new LinkedHashMap<>(1024, LOAD, true);

  private record Key(Purpose purpose, String text) {}

  /** Where vectors come from. Safe for use by several threads. */
  @FunctionalInterface
  interface Source {
    /** The vector of each text, in order. */
    List<float[]> embed(List<String> texts, Purpose purpose);
  }

  /** Remembers what this source gives. */
  SentenceVectors(Source source) {
    this.source = source;
  }

  /** The vector of each text, in order; not to be written to. */
  List<float[]> of(List<String> texts, Purpose purpose) {
    Map<String, float[]> found = new LinkedHashMap<>();
    Set<String> missing = new LinkedHashSet<>();
    synchronized (known) {
      for (String text : texts) {
        float[] vector = known.get(new Key(purpose, text));
        if (vector == null) {
          missing.add(text);
        } else {
          found.put(text, vector);
        }
      }
    }
    if (!missing.isEmpty()) {
      embed(List.copyOf(missing), purpose, found);
    }
    List<float[]> vectors = new ArrayList<>(texts.size());
    for (String text : texts) {
      vectors.add(found.get(text));
    }
    return vectors;
  }

  private void embed(List<String> texts, Purpose purpose, Map<String, float[]> into) {
    List<float[]> vectors = source.embed(texts, purpose);
    synchronized (known) {
      for (int i = 0; i < texts.size(); i++) {
        into.put(texts.get(i), vectors.get(i));
        known.put(new Key(purpose, texts.get(i)), vectors.get(i));
      }
      var oldest = known.keySet().iterator();
      while (known.size() > MOST_KEPT) {
        oldest.next();
        oldest.remove();
      }
    }
  }

  /** The cosine of two unit vectors. */
  static double cosine(float[] one, float[] other) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    int i = 0;
    for (; i + 3 < one.length; i += 4) {
      a += one[i] * other[i];
      b += one[i + 1] * other[i + 1];
      c += one[i + 2] * other[i + 2];
      d += one[i + 3] * other[i + 3];
    }
    for (; i < one.length; i++) {
      a += one[i] * other[i];
    }
    return a + b + c + d;
  }

  /** The unit vector in the middle of several; zero where there are none, or they cancel out. */
  static float[] middle(List<float[]> vectors, int dimension) {
    float[] sum = new float[dimension];
    for (float[] vector : vectors) {
      for (int i = 0; i < dimension; i++) {
        sum[i] += vector[i];
      }
    }
    double squares = 0;
    for (float value : sum) {
      squares += (double) value * value;
    }
    if (squares > 0) {
      float length = (float) Math.sqrt(squares);
      for (int i = 0; i < dimension; i++) {
        sum[i] /= length;
      }
    }
    return sum;
  }
}
