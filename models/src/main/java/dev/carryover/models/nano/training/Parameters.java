package dev.carryover.models.nano.training;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.carryover.models.transformer.Geometry;
import dev.carryover.models.transformer.Weights;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The weights in training, under the names that a Hugging Face folder gives them. A pass computes
 * with copies of them, so that no gradient outlives its step.
 */
final class Parameters {
  private static final String EMBEDDING = "model.embed_tokens.weight";
  private static final String NORM = "model.norm.weight";

  private final Geometry geometry;
  private final Map<String, NDArray> arrays = new LinkedHashMap<>();

  Parameters(Geometry geometry, Map<String, float[]> values, NDManager manager) {
    this.geometry = geometry;
    shapes(geometry)
        .forEach(
            (name, shape) -> {
              float[] value = values.get(name);
              if (value == null || value.length != shape.size()) {
                throw new IllegalArgumentException(
                    "no weights %s of %d numbers".formatted(name, shape.size()));
              }
              arrays.put(name, manager.create(value, shape).duplicate());
            });
  }

  /** Name and shape of every array, in a stable order. */
  static Map<String, Shape> shapes(Geometry geometry) {
    Map<String, Shape> shapes = new LinkedHashMap<>();
    long width = geometry.width();
    long heads = (long) geometry.heads() * geometry.headSize();
    shapes.put(EMBEDDING, new Shape(geometry.vocabulary(), width));
    for (int i = 0; i < geometry.layers(); i++) {
      shapes.put(at(i, "input_layernorm.weight"), new Shape(width));
      for (String part : List.of("q", "k", "v")) {
        shapes.put(at(i, "self_attn." + part + "_proj.weight"), new Shape(heads, width));
        shapes.put(at(i, "self_attn." + part + "_proj.bias"), new Shape(heads));
      }
      shapes.put(at(i, "self_attn.o_proj.weight"), new Shape(width, heads));
      shapes.put(at(i, "post_attention_layernorm.weight"), new Shape(width));
      shapes.put(at(i, "mlp.gate_proj.weight"), new Shape(geometry.inner(), width));
      shapes.put(at(i, "mlp.up_proj.weight"), new Shape(geometry.inner(), width));
      shapes.put(at(i, "mlp.down_proj.weight"), new Shape(width, geometry.inner()));
    }
    shapes.put(NORM, new Shape(width));
    return shapes;
  }

  private static String at(int layer, String name) {
    return "model.layers." + layer + "." + name;
  }

  Geometry geometry() {
    return geometry;
  }

  Map<String, NDArray> arrays() {
    return arrays;
  }

  /** Whether an array is a matrix between hidden states: neither embedding nor bias nor norm. */
  static boolean isMatrix(String name, Shape shape) {
    return shape.dimension() == 2 && !name.equals(EMBEDDING);
  }

  /** Copies to compute with. */
  Weights copies(NDManager manager) {
    List<Weights.Layer> layers = new ArrayList<>();
    for (int i = 0; i < geometry.layers(); i++) {
      layers.add(
          new Weights.Layer(
              joined(manager, at(i, "input_layernorm.weight")),
              joined(manager, fused(i, "weight")),
              Optional.of(joined(manager, fused(i, "bias"))),
              joined(manager, at(i, "self_attn.o_proj.weight")),
              joined(manager, at(i, "post_attention_layernorm.weight")),
              joined(manager, gated(i)),
              joined(manager, at(i, "mlp.down_proj.weight"))));
    }
    NDArray embedding = joined(manager, EMBEDDING);
    return new Weights(embedding, layers, joined(manager, NORM), embedding);
  }

  /** The gradients of such copies, by the names of what they are copies of. */
  Map<String, NDArray> gradients(Weights copies) {
    Map<String, NDArray> gradients = new LinkedHashMap<>();
    parted(gradients, copies.embedding(), EMBEDDING);
    for (int i = 0; i < geometry.layers(); i++) {
      Weights.Layer layer = copies.layers().get(i);
      parted(gradients, layer.attentionNorm(), at(i, "input_layernorm.weight"));
      parted(gradients, layer.queryKeyValue(), fused(i, "weight"));
      parted(gradients, layer.bias().orElseThrow(), fused(i, "bias"));
      parted(gradients, layer.output(), at(i, "self_attn.o_proj.weight"));
      parted(gradients, layer.feedNorm(), at(i, "post_attention_layernorm.weight"));
      parted(gradients, layer.gateUp(), gated(i));
      parted(gradients, layer.down(), at(i, "mlp.down_proj.weight"));
    }
    parted(gradients, copies.norm(), NORM);
    return gradients;
  }

  private static String[] fused(int layer, String what) {
    return List.of("q", "k", "v").stream()
        .map(part -> at(layer, "self_attn." + part + "_proj." + what))
        .toArray(String[]::new);
  }

  private static String[] gated(int layer) {
    return new String[] {at(layer, "mlp.gate_proj.weight"), at(layer, "mlp.up_proj.weight")};
  }

  /** A new array: one parameter, or several one below the other. */
  private NDArray joined(NDManager manager, String... names) {
    NDList parts = new NDList();
    for (String name : names) {
      parts.add(named(name));
    }
    NDArray copy = parts.size() == 1 ? parts.get(0).duplicate() : NDArrays.concat(parts, 0);
    copy.attach(manager);
    return copy;
  }

  private NDArray named(String name) {
    NDArray array = arrays.get(name);
    if (array == null) {
      throw new IllegalArgumentException("there is no parameter '" + name + "'");
    }
    return array;
  }

  private static void parted(Map<String, NDArray> gradients, NDArray copy, String... names) {
    NDArray gradient = copy.getGradient();
    NDList parts = names.length == 1 ? new NDList(gradient) : gradient.split(names.length, 0);
    for (int i = 0; i < names.length; i++) {
      gradients.put(names[i], parts.get(i));
    }
  }

  /** Numbers in all. */
  long size() {
    return arrays.values().stream().mapToLong(NDArray::size).sum();
  }

  /** The values of every array. */
  Map<String, float[]> values() {
    Map<String, float[]> values = new LinkedHashMap<>();
    arrays.forEach((name, array) -> values.put(name, array.toFloatArray()));
    return values;
  }
}
