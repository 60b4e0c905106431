package dev.carryover.models.transformer.gguf;

import ai.djl.ndarray.NDManager;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.Geometry;
import dev.carryover.models.transformer.Weights;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A Llama-family decoder in a GGUF file: architecture {@code llama} or {@code qwen2}, plain rotary
 * positions, no experts. Not for use by several threads at once.
 */
public final class GgufModel implements AutoCloseable {
  private static final String LLAMA = "llama";
  private static final List<String> ARCHITECTURES = List.of(LLAMA, "qwen2");
  private static final double LLAMA_ROPE_BASE = 10_000;

  private final GgufFile file;
  private final Metadata metadata;
  private final String architecture;
  private final Geometry geometry;

  private GgufModel(GgufFile file) {
    this.file = file;
    this.metadata = file.metadata();
    this.architecture = metadata.requiredText("general.architecture");
    if (!ARCHITECTURES.contains(architecture)) {
      throw unsupported("it is of the architecture '" + architecture + "'");
    }
    refuseVariants();
    this.geometry = readGeometry();
  }

  /**
   * Opens a file, and reads all of it but the weights.
   *
   * @throws SourceException if it is damaged, or of a kind that cannot be computed with here; names
   *     the file, the value and what would do
   */
  public static GgufModel open(Path path) {
    GgufFile file = GgufFile.open(path);
    try {
      return new GgufModel(file);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** Its shape. */
  public Geometry geometry() {
    return geometry;
  }

  /**
   * Reads the weights as 32-bit floats.
   *
   * @param manager owns them
   * @throws SourceException if one is missing, of another shape, not finite, or of no known use
   */
  public Weights weights(NDManager manager) {
    return new WeightReader(file, geometry, architecture.equals(LLAMA)).read(manager);
  }

  /**
   * The tokenizer of the file's own tables, as the content of a Hugging Face {@code
   * tokenizer.json}.
   *
   * @throws SourceException if it is of a kind that cannot be rebuilt here
   */
  public String tokenizerJson() {
    return GgufTokenizer.json(metadata, geometry.vocabulary());
  }

  /** The token that a text begins with, where the model knows one. */
  public Optional<String> beginToken() {
    return token("bos");
  }

  /** The token that a text ends with, where the model knows one. */
  public Optional<String> endToken() {
    return token("eos");
  }

  /** Numbers of the tokens after which nothing more is to be generated, in ascending order. */
  public Set<Integer> stopTokens() {
    Set<Integer> stops = new TreeSet<>();
    for (String role : List.of("eos", "eot", "eom")) {
      metadata.integer(idKey(role)).ifPresent(id -> stops.add(tokenId(role, id)));
    }
    return stops;
  }

  /** The chat template in Jinja's language, where the file has one. */
  public Optional<String> chatTemplate() {
    return metadata.text("tokenizer.chat_template");
  }

  private Optional<String> token(String role) {
    List<String> tokens = metadata.requiredTexts(GgufTokenizer.TOKENS);
    return metadata.integer(idKey(role)).stream()
        .mapToObj(id -> tokens.get(tokenId(role, id)))
        .findFirst();
  }

  private static String idKey(String role) {
    return "tokenizer.ggml." + role + "_token_id";
  }

  private int tokenId(String role, long id) {
    if (id < 0 || id >= metadata.requiredTexts(GgufTokenizer.TOKENS).size()) {
      throw Damage.broken(
          file.path(), idKey(role) + " is " + id + ", and no token has this number");
    }
    return (int) id;
  }

  /** What would change the computation in ways that the decoder does not know. */
  private void refuseVariants() {
    if (metadata.integer(key("expert_count")).orElse(0) > 0) {
      throw unsupported("it is a mixture of experts");
    }
    String scaling = metadata.text(key("rope.scaling.type")).orElse("none");
    if (!scaling.equals("none") || metadata.number(key("rope.scale_linear")).orElse(1) != 1) {
      throw unsupported("its rotary positions are scaled ('" + scaling + "')");
    }
    if (file.tensor("rope_freqs.weight").isPresent()) {
      throw unsupported("its rotary frequencies are scaled (rope_freqs.weight)");
    }
    long window = metadata.integer(key("attention.sliding_window")).orElse(0);
    if (window > 0 && window < metadata.integer(key("context_length")).orElse(0)) {
      throw unsupported("its attention sees a sliding window of " + window);
    }
  }

  private Geometry readGeometry() {
    int width = metadata.requiredInteger(key("embedding_length"));
    int heads = metadata.requiredInteger(key("attention.head_count"));
    int headSize = optional("attention.key_length", heads > 0 ? width / heads : 0);
    if (optional("attention.value_length", headSize) != headSize
        || optional("rope.dimension_count", headSize) != headSize) {
      throw unsupported("not all of a head of " + headSize + " is rotated, or values are wider");
    }
    Tensor embedding =
        file.tensor("token_embd.weight").orElseThrow(() -> metadata.missing("token_embd.weight"));
    try {
      return new Geometry(
          metadata.requiredInteger(key("block_count")),
          width,
          heads,
          optional("attention.head_count_kv", heads),
          headSize,
          metadata.requiredInteger(key("feed_forward_length")),
          Math.toIntExact(embedding.shape().get(embedding.shape().size() - 1)),
          metadata.requiredInteger(key("context_length")),
          metadata.number(key("rope.freq_base")).orElse(LLAMA_ROPE_BASE),
          metadata
              .number(key("attention.layer_norm_rms_epsilon"))
              .orElseThrow(() -> metadata.missing(key("attention.layer_norm_rms_epsilon"))),
          file.tensor("blk.0.attn_q.bias").isPresent(),
          file.tensor("output.weight").isEmpty());
    } catch (IllegalArgumentException e) {
      throw Damage.broken(file.path(), String.valueOf(e.getMessage()));
    }
  }

  private int optional(String name, int absent) {
    return metadata.integer(key(name)).isPresent() ? metadata.requiredInteger(key(name)) : absent;
  }

  private String key(String name) {
    return architecture + "." + name;
  }

  private SourceException unsupported(String problem) {
    return Damage.unsupported(
        file.path(),
        problem,
        "take a model of the architectures "
            + String.join(", ", ARCHITECTURES)
            + " with plain rotary positions, or serve this one by llama.cpp");
  }

  @Override
  public void close() {
    file.close();
  }
}
