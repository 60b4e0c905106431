package dev.carryover.models.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** What is done to the arrays of a cache, layer by layer. */
final class CacheArrays {
  private static final String KEYS = "keys";
  private static final String VALUES = "values";

  private CacheArrays() {}

  /** A result belongs to its first operand's manager; this makes it another's. */
  static NDArray owned(NDArray array, NDManager manager) {
    array.attach(manager);
    return array;
  }

  /** A copy that belongs to no gradient graph. */
  static NDArray apart(NDArray array) {
    try (NDArray detached = array.stopGradient()) {
      return detached.duplicate();
    }
  }

  /** Copies that belong to the manager. */
  static KeyValues each(KeyValues from, UnaryOperator<NDArray> copy, NDManager manager) {
    return new KeyValues(
        from.keys().stream().map(key -> owned(copy.apply(key), manager)).toList(),
        from.values().stream().map(value -> owned(copy.apply(value), manager)).toList());
  }

  /** One after the other along the axis of positions, as a copy that belongs to the manager. */
  static KeyValues joined(List<KeyValues> parts, NDManager manager) {
    List<NDArray> keys = new ArrayList<>();
    List<NDArray> values = new ArrayList<>();
    for (int i = 0; i < parts.get(0).keys().size(); i++) {
      int layer = i;
      keys.add(joined(parts.stream().map(part -> part.keys().get(layer)).toList(), 2, manager));
      values.add(joined(parts.stream().map(part -> part.values().get(layer)).toList(), 2, manager));
    }
    return new KeyValues(keys, values);
  }

  private static NDArray joined(List<NDArray> parts, int axis, NDManager manager) {
    return owned(NDArrays.concat(new NDList(parts), axis), manager);
  }

  /** Some of the columns, in this order. */
  static NDArray columns(NDArray array, NDArray index) {
    return array.get(new NDIndex(":, :, {}", index));
  }

  static SortedMap<String, NDArray> named(KeyValues keyValues) {
    SortedMap<String, NDArray> named = new TreeMap<>();
    for (int i = 0; i < keyValues.keys().size(); i++) {
      named.put(name(i, KEYS), keyValues.keys().get(i));
      named.put(name(i, VALUES), keyValues.values().get(i));
    }
    return named;
  }

  static KeyValues unnamed(SortedMap<String, NDArray> arrays) {
    List<NDArray> keys = new ArrayList<>();
    List<NDArray> values = new ArrayList<>();
    for (int i = 0; 2 * i < arrays.size(); i++) {
      keys.add(required(arrays, name(i, KEYS)));
      values.add(required(arrays, name(i, VALUES)));
    }
    return new KeyValues(keys, values);
  }

  private static NDArray required(SortedMap<String, NDArray> arrays, String name) {
    NDArray array = arrays.get(name);
    if (array == null) {
      throw new IllegalArgumentException(
          "no '%s' among %s: this is no cache".formatted(name, arrays.keySet()));
    }
    return array;
  }

  private static String name(int layer, String what) {
    return String.format(Locale.ROOT, "layer.%04d.%s", layer, what);
  }

  static void requireFit(Geometry geometry, KeyValues keyValues, int[] positions, int[] ids) {
    int layers = keyValues.keys().size();
    if (positions.length != ids.length || layers != (ids.length == 0 ? 0 : geometry.layers())) {
      throw new IllegalArgumentException(
          "%d positions, %d tokens and %d layers are no cache of %d layers"
              .formatted(positions.length, ids.length, layers, geometry.layers()));
    }
    Shape wanted = new Shape(1, geometry.keyValueHeads(), ids.length, geometry.headSize());
    named(keyValues)
        .forEach(
            (name, array) -> {
              if (!array.getShape().equals(wanted)) {
                throw new IllegalArgumentException(
                    "'%s' is %s where the model wants %s"
                        .formatted(name, array.getShape(), wanted));
              }
            });
  }
}
