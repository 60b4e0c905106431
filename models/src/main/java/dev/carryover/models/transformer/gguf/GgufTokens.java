package dev.carryover.models.transformer.gguf;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.natives.NativeLibraries;
import dev.carryover.models.transformer.Tokens;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/** The tokenizer of a file's own tables. */
final class GgufTokens implements Tokens {
  private final HuggingFaceTokenizer tokenizer;
  private final OptionalInt beginning;
  private final SortedSet<Integer> ends;
  private final int size;
  private final String hash;

  private GgufTokens(
      HuggingFaceTokenizer tokenizer,
      OptionalInt beginning,
      SortedSet<Integer> ends,
      int size,
      String hash) {
    this.tokenizer = tokenizer;
    this.beginning = beginning;
    this.ends = Collections.unmodifiableSortedSet(new TreeSet<>(ends));
    this.size = size;
    this.hash = hash;
  }

  /**
   * Rebuilds it from the file's tables.
   *
   * @param size rows of the embedding
   * @throws SourceException if it is of a kind that cannot be rebuilt
   */
  static GgufTokens of(
      Path file, String json, OptionalInt beginning, SortedSet<Integer> ends, int size) {
    NativeLibraries.prepare();
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    try {
      HuggingFaceTokenizer tokenizer =
          HuggingFaceTokenizer.newInstance(
              new ByteArrayInputStream(bytes), Map.of("padding", "false", "truncation", "false"));
      return new GgufTokens(tokenizer, beginning, ends, size, sha256(bytes));
    } catch (IOException | RuntimeException e) {
      throw Damage.broken(file, "its tokenizer cannot be rebuilt (" + e.getMessage() + ")");
    }
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
