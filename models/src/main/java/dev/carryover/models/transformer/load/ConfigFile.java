package dev.carryover.models.transformer.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.Geometry;
import dev.carryover.models.transformer.RopeScaling;
import java.util.Set;

/** A {@code config.json} as Hugging Face's models have it, of the types that we compute. */
final class ConfigFile {
  private static final String QWEN2 = "qwen2";
  private static final Set<String> TYPES = Set.of("llama", "smollm", QWEN2);
  private static final double DEFAULT_BASE = 10_000;
  private static final double DEFAULT_EPSILON = 1e-6;

  private ConfigFile() {}

  static Geometry geometry(JsonFile config) {
    JsonNode root = config.root();
    String type = root.path("model_type").asText();
    if (!TYPES.contains(type)) {
      throw config.wrong("model_type", "only llama, smollm and qwen2 can be computed");
    }
    if (!root.path("hidden_act").asText("silu").equals("silu")) {
      throw config.wrong("hidden_act", "only silu can be computed");
    }
    if (root.path("use_sliding_window").asBoolean(false)) {
      throw config.wrong("use_sliding_window", "only full attention can be computed");
    }
    int width = config.integer("hidden_size");
    int heads = config.integer("num_attention_heads");
    JsonNode rope = root.path("rope_parameters");
    try {
      return new Geometry(
          config.integer("num_hidden_layers"),
          width,
          heads,
          config.integerIfThere("num_key_value_heads").orElse(heads),
          config.integerIfThere("head_dim").orElse(heads == 0 ? 0 : width / heads),
          config.integer("intermediate_size"),
          config.integer("vocab_size"),
          config.integer("max_position_embeddings"),
          JsonFile.number(root, "rope_theta", JsonFile.number(rope, "rope_theta", DEFAULT_BASE)),
          scaling(config),
          JsonFile.number(root, "rms_norm_eps", DEFAULT_EPSILON),
          type.equals(QWEN2) || root.path("attention_bias").asBoolean(false),
          root.path("tie_word_embeddings").asBoolean(false));
    } catch (IllegalArgumentException e) {
      throw new SourceException(
          "%s describes no model that can be computed: %s; copy it again or take another model"
              .formatted(config.path(), e.getMessage()),
          e);
    }
  }

  private static RopeScaling scaling(JsonFile config) {
    String key = config.root().hasNonNull("rope_scaling") ? "rope_scaling" : "rope_parameters";
    JsonNode rope = config.root().path(key);
    String type = rope.path("rope_type").asText(rope.path("type").asText("default"));
    double factor = JsonFile.number(rope, "factor", 0);
    return switch (type) {
      case "default" -> RopeScaling.NONE;
      case "linear" -> new RopeScaling.Linear(factor);
      case "llama3" ->
          new RopeScaling.Banded(
              factor,
              JsonFile.number(rope, "low_freq_factor", 0),
              JsonFile.number(rope, "high_freq_factor", 0),
              rope.path("original_max_position_embeddings").asInt(0));
      default -> throw config.wrong(key, "only default, linear and llama3 can be computed");
    };
  }

  /** The file of a model that has this geometry. */
  static ObjectNode json(Geometry geometry) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.putArray("architectures").add(geometry.biased() ? "Qwen2ForCausalLM" : "LlamaForCausalLM");
    if (geometry.ropeScaling() instanceof RopeScaling.Banded banded) {
      json.putObject("rope_scaling")
          .put("rope_type", "llama3")
          .put("factor", banded.factor())
          .put("low_freq_factor", banded.low())
          .put("high_freq_factor", banded.high())
          .put("original_max_position_embeddings", banded.first());
    } else if (geometry.ropeScaling() instanceof RopeScaling.Linear linear
        && !linear.equals(RopeScaling.NONE)) {
      json.putObject("rope_scaling").put("rope_type", "linear").put("factor", linear.factor());
    }
    return json.put("model_type", geometry.biased() ? QWEN2 : "llama")
        .put("hidden_size", geometry.width())
        .put("num_hidden_layers", geometry.layers())
        .put("num_attention_heads", geometry.heads())
        .put("num_key_value_heads", geometry.keyValueHeads())
        .put("head_dim", geometry.headSize())
        .put("intermediate_size", geometry.inner())
        .put("rms_norm_eps", geometry.normEpsilon())
        .put("rope_theta", geometry.ropeBase())
        .put("vocab_size", geometry.vocabulary())
        .put("tie_word_embeddings", geometry.tied())
        .put("attention_bias", geometry.biased())
        .put("hidden_act", "silu")
        .put("max_position_embeddings", geometry.context())
        .put("torch_dtype", "float32");
  }
}
