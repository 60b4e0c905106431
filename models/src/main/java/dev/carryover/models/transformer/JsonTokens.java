package dev.carryover.models.transformer;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.carryover.models.natives.NativeLibraries;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;

/** The tokenizer that a {@code tokenizer.json} describes. */
public final class JsonTokens implements Tokens {
  private final HuggingFaceTokenizer tokenizer;
  private final OptionalInt beginning;
  private final SortedSet<Integer> ends;
  private final int size;
  private final String hash;

  /**
   * @param tokenizer as {@link #tokenizer} makes it; closed with this
   * @param beginning the token that a text begins with, if any
   * @param ends tokens that end an answer; may be empty
   * @param size one more than the highest id
   * @param json that the tokenizer was made from
   */
  public JsonTokens(
      HuggingFaceTokenizer tokenizer,
      OptionalInt beginning,
      SortedSet<Integer> ends,
      int size,
      byte[] json) {
    this.tokenizer = tokenizer;
    this.beginning = beginning;
    this.ends = Collections.unmodifiableSortedSet(new TreeSet<>(ends));
    this.size = size;
    this.hash = sha256(json);
  }

  /**
   * Makes a tokenizer that neither pads nor cuts, for the caller to close.
   *
   * @throws IOException if it cannot be read
   */
  public static HuggingFaceTokenizer tokenizer(byte[] json) throws IOException {
    NativeLibraries.prepare();
    return HuggingFaceTokenizer.newInstance(
        new ByteArrayInputStream(json), Map.of("padding", "false", "truncation", "false"));
  }

  /** The ids of a text, with nothing put before or after it. */
  public static int[] ids(HuggingFaceTokenizer tokenizer, String text) {
    return Arrays.stream(tokenizer.encode(text, false, false).getIds())
        .mapToInt(Math::toIntExact)
        .toArray();
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
    return ids(tokenizer, text);
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
