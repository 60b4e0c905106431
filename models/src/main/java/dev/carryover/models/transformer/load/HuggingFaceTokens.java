package dev.carryover.models.transformer.load;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.JsonTokens;
import dev.carryover.models.transformer.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads the tokenizer of a {@code tokenizer.json} with what the files beside it say. */
final class HuggingFaceTokens {
  private static final String FILE = "tokenizer.json";

  private final Path folder;
  private final HuggingFaceTokenizer tokenizer;

  private HuggingFaceTokens(Path folder, HuggingFaceTokenizer tokenizer) {
    this.folder = folder;
    this.tokenizer = tokenizer;
  }

  /**
   * Reads it with what the folder's other files say about where texts begin and end, for the caller
   * to close.
   *
   * @throws SourceException if it is missing or damaged
   */
  static Tokens read(Path folder) {
    try {
      return read(folder, Files.readAllBytes(folder.resolve(FILE)));
    } catch (SourceException e) {
      throw e;
    } catch (NoSuchFileException e) {
      throw new SourceException(
          "%s holds no %s: copy it from where the model comes from".formatted(folder, FILE), e);
    } catch (IOException | RuntimeException e) {
      throw new SourceException(
          "%s is no tokenizer that can be read: %s; copy or make it again"
              .formatted(folder.resolve(FILE), e.getMessage()),
          e);
    }
  }

  private static Tokens read(Path folder, byte[] json) throws IOException {
    JsonNode root = JsonFile.of(folder.resolve(FILE), json).root();
    HuggingFaceTokenizer tokenizer = JsonTokens.tokenizer(json);
    try {
      HuggingFaceTokens told = new HuggingFaceTokens(folder, tokenizer);
      return new JsonTokens(tokenizer, told.beginning(), told.ends(), size(root), json);
    } catch (RuntimeException e) {
      tokenizer.close();
      throw e;
    }
  }

  /** One more than the highest id. */
  private static int size(JsonNode root) {
    JsonNode vocabulary = root.path("model").path("vocab");
    int size = vocabulary.isArray() ? vocabulary.size() : 0;
    if (vocabulary.isObject()) {
      for (JsonNode id : vocabulary) {
        size = Math.max(size, id.asInt() + 1);
      }
    }
    for (JsonNode added : root.path("added_tokens")) {
      size = Math.max(size, added.path("id").asInt() + 1);
    }
    return size;
  }

  /** What it puts in front of a text itself, or is told to. */
  private OptionalInt beginning() {
    long[] with = tokenizer.encode("", true, false).getIds();
    if (with.length > 0) {
      return OptionalInt.of((int) with[0]);
    }
    JsonFile config = JsonFile.readIfThere(folder.resolve("tokenizer_config.json"));
    return config.root().path("add_bos_token").asBoolean(false)
        ? id(config.root().path("bos_token"))
        : OptionalInt.empty();
  }

  private SortedSet<Integer> ends() {
    SortedSet<Integer> ends = new TreeSet<>();
    for (String file : new String[] {"generation_config.json", "config.json"}) {
      JsonNode eos = JsonFile.readIfThere(folder.resolve(file)).root().path("eos_token_id");
      if (eos.isIntegralNumber()) {
        ends.add(eos.intValue());
      }
      eos.forEach(id -> ends.add(id.intValue()));
    }
    JsonFile config = JsonFile.readIfThere(folder.resolve("tokenizer_config.json"));
    id(config.root().path("eos_token")).ifPresent(ends::add);
    return ends;
  }

  /** The id of a special token, which is written as its text or as an object with it. */
  private OptionalInt id(JsonNode token) {
    String text = token.isObject() ? token.path("content").asText() : token.asText();
    int[] ids = text.isEmpty() ? new int[0] : JsonTokens.ids(tokenizer, text);
    return ids.length == 1 ? OptionalInt.of(ids[0]) : OptionalInt.empty();
  }
}
