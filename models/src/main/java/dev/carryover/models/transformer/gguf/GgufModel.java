package dev.carryover.models.transformer.gguf;

import ai.djl.ndarray.NDManager;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.Geometry;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.Tokens;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.Weights;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A Llama-family decoder in a GGUF file: architecture {@code llama} or {@code qwen2}, no experts.
 * Not for use by several threads at once.
 */
public final class GgufModel implements AutoCloseable {
  private static final String LLAMA = "llama";
  private static final List<String> ARCHITECTURES = List.of(LLAMA, "qwen2");

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
   * Loads the whole.
   *
   * @param name what the model is called
   * @throws SourceException as {@link #open}, {@link #weights} and {@link #tokens}
   */
  public static Transformer load(String name, Path path, Hardware hardware) {
    try (GgufModel model = open(path)) {
      NDManager manager = hardware.newManager();
      try {
        Weights weights = model.weights(manager);
        return new Transformer(name, manager, model.geometry, weights, model.tokens());
      } catch (RuntimeException e) {
        manager.close();
        throw e;
      }
    }
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
   * The tokenizer of the file's own tables, for the caller to close.
   *
   * @throws SourceException if it is of a kind that cannot be rebuilt here
   */
  public Tokens tokens() {
    var special = new SpecialTokens(metadata);
    return GgufTokens.of(
        file.path(),
        GgufTokenizer.json(metadata, geometry.vocabulary()),
        special.beginning(),
        special.ends(),
        geometry.vocabulary());
  }

  /** The chat template in Jinja's language, where the file has one. */
  public Optional<String> chatTemplate() {
    return metadata.text("tokenizer.chat_template");
  }

  /** The token that templates call {@code bos_token}, where the file names one. */
  public Optional<String> beginToken() {
    return new SpecialTokens(metadata).text("bos");
  }

  /** The token that templates call {@code eos_token}, where the file names one. */
  public Optional<String> endToken() {
    return new SpecialTokens(metadata).text("eos");
  }

  /** What would change the computation in ways that the decoder does not know. */
  private void refuseVariants() {
    if (metadata.integer(key("expert_count")).orElse(0) > 0) {
      throw unsupported("it is a mixture of experts");
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
          metadata.number(key(RopeReader.BASE)).orElse(RopeReader.DEFAULT_BASE),
          new RopeReader(file, architecture).scaling(headSize),
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
            + ", or serve this one by llama.cpp");
  }

  @Override
  public void close() {
    file.close();
  }
}
