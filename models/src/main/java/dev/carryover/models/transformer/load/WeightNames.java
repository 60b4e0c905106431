package dev.carryover.models.transformer.load;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.carryover.models.transformer.Geometry;
import dev.carryover.models.transformer.Weights;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What Hugging Face's llama and qwen2 models call their weights, which ours are fused from. */
final class WeightNames {
  private static final String EMBEDDING = "model.embed_tokens.weight";
  private static final String NORM = "model.norm.weight";
  private static final String HEAD = "lm_head.weight";

  private final Geometry geometry;
  private final Shape wide;

  WeightNames(Geometry geometry) {
    this.geometry = geometry;
    this.wide = new Shape(geometry.width());
  }

  Weights read(Checkpoint checkpoint, NDManager manager) {
    Shape table = new Shape(geometry.vocabulary(), geometry.width());
    NDArray embedding = checkpoint.array(EMBEDDING, table, manager);
    List<Weights.Layer> layers = new ArrayList<>();
    for (int i = 0; i < geometry.layers(); i++) {
      layers.add(layer(checkpoint, i, manager));
    }
    NDArray norm = checkpoint.array(NORM, wide, manager);
    NDArray head = geometry.tied() ? embedding : checkpoint.array(HEAD, table, manager);
    checkpoint.requireAllRead(geometry.tied());
    return new Weights(embedding, layers, norm, head);
  }

  private Weights.Layer layer(Checkpoint from, int i, NDManager manager) {
    String at = at(i);
    long seen = (long) geometry.heads() * geometry.headSize();
    return new Weights.Layer(
        from.array(at + "input_layernorm.weight", wide, manager),
        from.stacked(projections(at, ".weight", geometry.width()), manager),
        geometry.biased()
            ? Optional.of(from.stacked(projections(at, ".bias"), manager))
            : Optional.empty(),
        from.array(at + "self_attn.o_proj.weight", new Shape(geometry.width(), seen), manager),
        from.array(at + "post_attention_layernorm.weight", wide, manager),
        from.stacked(gates(at), manager),
        from.array(
            at + "mlp.down_proj.weight", new Shape(geometry.width(), geometry.inner()), manager));
  }

  private static String at(int layer) {
    return "model.layers." + layer + ".";
  }

  private Map<String, Shape> projections(String at, String kind, long... width) {
    Map<String, Shape> parts = new LinkedHashMap<>();
    long keys = (long) geometry.keyValueHeads() * geometry.headSize();
    long queries = (long) geometry.heads() * geometry.headSize();
    parts.put(at + "self_attn.q_proj" + kind, new Shape(queries).addAll(new Shape(width)));
    parts.put(at + "self_attn.k_proj" + kind, new Shape(keys).addAll(new Shape(width)));
    parts.put(at + "self_attn.v_proj" + kind, new Shape(keys).addAll(new Shape(width)));
    return parts;
  }

  private Map<String, Shape> gates(String at) {
    Map<String, Shape> parts = new LinkedHashMap<>();
    Shape shape = new Shape(geometry.inner(), geometry.width());
    parts.put(at + "mlp.gate_proj.weight", shape);
    parts.put(at + "mlp.up_proj.weight", shape);
    return parts;
  }

  SortedMap<String, Safetensors.Tensor> named(Weights weights) {
    SortedMap<String, Safetensors.Tensor> named = new TreeMap<>();
    named.put(EMBEDDING, Safetensors.Tensor.of(weights.embedding()));
    named.put(NORM, Safetensors.Tensor.of(weights.norm()));
    if (!geometry.tied()) {
      named.put(HEAD, Safetensors.Tensor.of(weights.head()));
    }
    for (int i = 0; i < geometry.layers(); i++) {
      Weights.Layer layer = weights.layers().get(i);
      String at = at(i);
      named.put(at + "input_layernorm.weight", Safetensors.Tensor.of(layer.attentionNorm()));
      cut(layer.queryKeyValue(), projections(at, ".weight", geometry.width()), named);
      layer.bias().ifPresent(bias -> cut(bias, projections(at, ".bias"), named));
      named.put(at + "self_attn.o_proj.weight", Safetensors.Tensor.of(layer.output()));
      named.put(at + "post_attention_layernorm.weight", Safetensors.Tensor.of(layer.feedNorm()));
      cut(layer.gateUp(), gates(at), named);
      named.put(at + "mlp.down_proj.weight", Safetensors.Tensor.of(layer.down()));
    }
    return named;
  }

  /** Parts that lie one below the other. */
  private static void cut(
      NDArray stacked, Map<String, Shape> parts, SortedMap<String, Safetensors.Tensor> named) {
    FloatBuffer all = FloatBuffer.wrap(stacked.toFloatArray());
    for (Map.Entry<String, Shape> part : parts.entrySet()) {
      int size = Math.toIntExact(part.getValue().size());
      named.put(
          part.getKey(), new Safetensors.Tensor(part.getValue(), all.slice(all.position(), size)));
      all.position(all.position() + size);
    }
  }
}
