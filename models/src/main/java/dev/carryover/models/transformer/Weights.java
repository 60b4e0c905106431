package dev.carryover.models.transformer;

import ai.djl.ndarray.NDArray;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The weights of a decoder. A matrix is laid out as [out, in].
 *
 * @param embedding [vocabulary, width]
 * @param layers first to last
 * @param norm [width], before the head
 * @param head [vocabulary, width]; the embedding where it is tied
 */
public record Weights(NDArray embedding, List<Layer> layers, NDArray norm, NDArray head) {
  public Weights {
    layers = List.copyOf(layers);
  }

  /**
   * One block.
   *
   * @param attentionNorm [width]
   * @param queryKeyValue [(H + 2G) * D, width]: queries, then keys, then values
   * @param bias [(H + 2G) * D], where there is one
   * @param output [width, H * D]
   * @param feedNorm [width]
   * @param gateUp [2 * inner, width]: gate, then up
   * @param down [width, inner]
   */
  public record Layer(
      NDArray attentionNorm,
      NDArray queryKeyValue,
      Optional<NDArray> bias,
      NDArray output,
      NDArray feedNorm,
      NDArray gateUp,
      NDArray down) {}

  /** Every array once, by a stable name, in a stable order. */
  public Map<String, NDArray> all() {
    Map<String, NDArray> all = new LinkedHashMap<>();
    all.put("embedding", embedding);
    for (int i = 0; i < layers.size(); i++) {
      Layer layer = layers.get(i);
      String at = "layers." + i + ".";
      all.put(at + "attention_norm", layer.attentionNorm());
      all.put(at + "query_key_value", layer.queryKeyValue());
      layer.bias().ifPresent(bias -> all.put(at + "bias", bias));
      all.put(at + "output", layer.output());
      all.put(at + "feed_norm", layer.feedNorm());
      all.put(at + "gate_up", layer.gateUp());
      all.put(at + "down", layer.down());
    }
    all.put("norm", norm);
    if (head != embedding) {
      all.put("head", head);
    }
    return all;
  }

  /** How many numbers they are. */
  public long count() {
    return all().values().stream().mapToLong(NDArray::size).sum();
  }
}
