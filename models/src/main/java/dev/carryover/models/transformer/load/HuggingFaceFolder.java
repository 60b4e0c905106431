package dev.carryover.models.transformer.load;

import ai.djl.ndarray.NDManager;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.Geometry;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.Tokens;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.Weights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A model as Hugging Face lays it out: {@code config.json} of type llama, smollm or qwen2, {@code
 * model.safetensors} or its shards, {@code tokenizer.json}.
 */
public final class HuggingFaceFolder {
  private static final String CONFIG = "config.json";

  private HuggingFaceFolder() {}

  /**
   * Loads the whole.
   *
   * @param name what the model is called
   * @throws SourceException if a file is missing or damaged, or it is another kind of model
   */
  public static Transformer load(String name, Path folder, Hardware hardware) {
    Geometry geometry = geometry(folder);
    NDManager manager = hardware.newManager();
    try {
      Weights weights = weights(folder, geometry, manager);
      return new Transformer(name, manager, geometry, weights, tokens(folder));
    } catch (IllegalArgumentException e) {
      manager.close();
      throw new SourceException(folder + ": " + e.getMessage(), e);
    } catch (RuntimeException e) {
      manager.close();
      throw e;
    }
  }

  /** The shape that {@code config.json} states. */
  public static Geometry geometry(Path folder) {
    return ConfigFile.geometry(JsonFile.read(folder.resolve(CONFIG)));
  }

  /** The weights, which belong to the manager; all are finite numbers. */
  public static Weights weights(Path folder, Geometry geometry, NDManager manager) {
    return new WeightNames(geometry).read(new Checkpoint(folder), manager);
  }

  /** The tokenizer, for the caller to close. */
  public static Tokens tokens(Path folder) {
    return HuggingFaceTokens.read(folder);
  }

  /**
   * Writes {@code config.json} and {@code model.safetensors}: of type qwen2 where there are biases,
   * else of type llama. The tokenizer is not written.
   *
   * @param folder exists
   * @param metadata texts to stand in the safetensors file; may be empty
   */
  public static void write(
      Path folder, Geometry geometry, Weights weights, SortedMap<String, String> metadata) {
    try {
      Files.writeString(folder.resolve(CONFIG), ConfigFile.json(geometry).toPrettyString() + "\n");
    } catch (IOException e) {
      throw new SourceException(
          "%s cannot be written: %s".formatted(folder.resolve(CONFIG), e.getMessage()), e);
    }
    // a reader other than ours needs to be told
    SortedMap<String, String> texts = new TreeMap<>(metadata);
    texts.putIfAbsent("format", "pt");
    Safetensors.write(
        folder.resolve(Checkpoint.SINGLE), texts, new WeightNames(geometry).named(weights));
  }
}
