package dev.carryover.models.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads the vectors of an answer in OpenAI's or Ollama's form. */
final class VectorReader {
  /** An answer that came whole and holds what is no vector. */
  static final class Bad extends RuntimeException {
    Bad(String message) {
      super(message);
    }
  }

  private VectorReader() {}

  /**
   * The vectors in the order of the texts, of unit length.
   *
   * @param texts how many there were
   * @param dimension that all must have; where empty, the first one's
   * @throws Bad if they are too few or too many, of another dimension, not finite or only zeros
   */
  static List<float[]> read(JsonNode answer, int texts, OptionalInt dimension) {
    JsonNode data = answer.has("data") ? answer.path("data") : answer.path("embeddings");
    if (data.size() != texts) {
      throw new Bad("it answered with %d vectors for %d texts".formatted(data.size(), texts));
    }
    @Nullable float[][] vectors = new float[texts][];
    for (int place = 0; place < texts; place++) {
      JsonNode item = data.path(place);
      int index = item.path("index").asInt(place);
      if (index < 0 || index >= texts || vectors[index] != null) {
        throw new Bad(
            "it answered with a vector of index %d twice, or for no text".formatted(index));
      }
      vectors[index] = unit(item.isObject() ? item.path("embedding") : item, index);
    }
    List<float[]> all = Arrays.stream(vectors).map(v -> v == null ? new float[0] : v).toList();
    int expected = dimension.orElse(texts == 0 ? 0 : all.get(0).length);
    for (float[] vector : all) {
      if (vector.length != expected) {
        throw new Bad(
            "it answered with a vector of %d dimensions where %d were expected"
                .formatted(vector.length, expected));
      }
    }
    return all;
  }

  private static float[] unit(JsonNode components, int index) {
    float[] vector = new float[components.size()];
    double squares = 0;
    for (int i = 0; i < vector.length; i++) {
      JsonNode component = components.path(i);
      vector[i] = component.floatValue();
      if (!component.isNumber() || !Float.isFinite(vector[i])) {
        throw new Bad(
            "component %d of vector %d is %s, not a finite number"
                .formatted(i, index, component.asText()));
      }
      squares += (double) vector[i] * vector[i];
    }
    double length = Math.sqrt(squares);
    if (length == 0) {
      throw new Bad("vector %d is empty or has only zeros".formatted(index));
    }
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (float) (vector[i] / length);
    }
    return vector;
  }
}
