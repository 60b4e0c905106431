package dev.carryover.models.transformer;

import ai.djl.ndarray.NDArray;
import java.util.List;

/**
 * Keys and values of a stretch of positions, layer by layer, keys already turned to their
 * positions.
 *
 * @param keys one a layer, each [B, G, S, D]
 * @param values alike
 */
public record KeyValues(List<NDArray> keys, List<NDArray> values) {
  /** Nothing read yet. */
  public static final KeyValues NONE = new KeyValues(List.of(), List.of());

  public KeyValues {
    keys = List.copyOf(keys);
    values = List.copyOf(values);
    if (keys.size() != values.size()) {
      throw new IllegalArgumentException(
          "keys of " + keys.size() + " layers and values of " + values.size());
    }
  }

  /** Positions that they hold. */
  public int length() {
    return keys.isEmpty() ? 0 : Math.toIntExact(keys.get(0).getShape().get(2));
  }
}
