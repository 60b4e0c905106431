package dev.carryover.models.transformer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carryover.models.transformer.load.HuggingFaceFolder;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;

/** Tiny models with random weights, and what Hugging Face transformers computes with them. */
public final class TinyModels {
  private TinyModels() {}

  /** tiny-qwen2 or tiny-llama. */
  public static Path folder(String name) {
    try {
      return Path.of(Objects.requireNonNull(TinyModels.class.getResource(name)).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  public static Transformer load(String name) {
    return HuggingFaceFolder.load(name, folder(name), Hardware.CPU);
  }

  /** Token ids and logits. */
  public record Reference(int[] ids, float[][] logits) {}

  public static Reference reference(String name) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode root = mapper.readTree(folder(name).resolve("reference.json").toFile());
    return new Reference(
        mapper.convertValue(root.path("ids"), int[].class),
        mapper.convertValue(root.path("logits"), float[][].class));
  }

  /** Tokens of the tiny vocabulary, none of them special. */
  public static int[] tokens(long seed, int count) {
    return new Random(seed).ints(count, 4, 64).toArray();
  }
}
