package dev.carryover.models.transformer.load;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.natives.NativeLibraries;
import dev.carryover.models.transformer.Tokens;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;

/** The tokenizer of a {@code tokenizer.json}. */
final class HuggingFaceTokens implements Tokens {
  private static final String FILE = "tokenizer.json";

  private final HuggingFaceTokenizer tokenizer;
  private final OptionalInt beginning;
  private final SortedSet<Integer> ends;
  private final int size;
  private final String hash;

  private HuggingFaceTokens(Path folder, byte[] json) throws IOException {
    JsonNode root = JsonFile.of(folder.resolve(FILE), json).root();
    NativeLibraries.prepare();
    this.tokenizer =
        HuggingFaceTokenizer.newInstance(
            new ByteArrayInputStream(json), Map.of("padding", "false", "truncation", "false"));
    this.size = size(root);
    this.hash = sha256(json);
    this.beginning = beginning(folder);
    this.ends = Collections.unmodifiableSortedSet(ends(folder));
  }

  /**
   * Reads it with what the folder's other files say about where texts begin and end.
   *
   * @throws SourceException if it is missing or damaged
   */
  static HuggingFaceTokens read(Path folder) {
    try {
      return new HuggingFaceTokens(folder, Files.readAllBytes(folder.resolve(FILE)));
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
  private OptionalInt beginning(Path folder) {
    long[] with = tokenizer.encode("", true, false).getIds();
    if (with.length > 0) {
      return OptionalInt.of((int) with[0]);
    }
    JsonFile config = JsonFile.readIfThere(folder.resolve("tokenizer_config.json"));
    return config.root().path("add_bos_token").asBoolean(false)
        ? id(config.root().path("bos_token"))
        : OptionalInt.empty();
  }

  private SortedSet<Integer> ends(Path folder) {
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
    int[] ids = text.isEmpty() ? new int[0] : encode(text);
    return ids.length == 1 ? OptionalInt.of(ids[0]) : OptionalInt.empty();
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public int[] encode(String text) {
    return Arrays.stream(tokenizer.encode(text, false, false).getIds())
        .mapToInt(Math::toIntExact)
        .toArray();
  }

  @Override
  public String decode(int[] ids) {
    return ids.length == 0
        ? ""
        : tokenizer.decode(Arrays.stream(ids).asLongStream().toArray(), true);
  }

  @Override
  public OptionalInt beginning() {
    return beginning;
  }

  @Override
  public SortedSet<Integer> ends() {
    return ends;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public String hash() {
    return hash;
  }

  @Override
  public void close() {
    tokenizer.close();
  }
}
