package dev.carryover.models.transformer.gguf;

import dev.carryover.core.spi.SourceException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a GGUF file says of its model, by key. A key may be absent; a value of another type than
 * asked for is an error that names file, key and value.
 */
public final class Metadata {
  private final Path file;
  private final SortedMap<String, Object> values;

  /**
   * @param values {@code Long}, {@code Double}, {@code Boolean}, {@code String}, {@code long[]},
   *     {@code double[]} or a list of strings
   */
  Metadata(Path file, SortedMap<String, Object> values) {
    this.file = file;
    this.values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /** The file, for messages. */
  Path file() {
    return file;
  }

  /** Every key, in alphabetical order. */
  public Set<String> keys() {
    return values.keySet();
  }

  /** A text. */
  public Optional<String> text(String key) {
    return value(key, String.class, "a text");
  }

  /** A whole number of any width. */
  public OptionalLong integer(String key) {
    return value(key, Long.class, "a whole number")
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  /** A number, whole or not. */
  public OptionalDouble number(String key) {
    return value(key, Number.class, "a number")
        .map(number -> OptionalDouble.of(number.doubleValue()))
        .orElse(OptionalDouble.empty());
  }

  /** A truth value. */
  public Optional<Boolean> flag(String key) {
    return value(key, Boolean.class, "true or false");
  }

  /** Whole numbers. */
  public Optional<long[]> integers(String key) {
    return value(key, long[].class, "a list of whole numbers").map(long[]::clone);
  }

  /** Numbers that need not be whole. */
  public Optional<double[]> numbers(String key) {
    return value(key, double[].class, "a list of numbers").map(double[]::clone);
  }

  /** Texts. */
  public Optional<List<String>> texts(String key) {
    return value(key, List.class, "a list of texts")
        .map(list -> ((List<?>) list).stream().map(String.class::cast).toList());
  }

  /** A text that the model cannot do without. */
  String requiredText(String key) {
    return text(key).orElseThrow(() -> missing(key));
  }

  /** A whole number that the model cannot do without and that an {@code int} holds. */
  int requiredInteger(String key) {
    long value = integer(key).orElseThrow(() -> missing(key));
    if (value != (int) value) {
      throw Damage.broken(file, "%s is %d, which is out of range".formatted(key, value));
    }
    return (int) value;
  }

  /** Texts that the model cannot do without. */
  List<String> requiredTexts(String key) {
    return texts(key).orElseThrow(() -> missing(key));
  }

  /** The error of a key that is not there. */
  SourceException missing(String key) {
    return Damage.unsupported(
        file,
        "it has no '" + key + "'",
        "take a file that was converted by llama.cpp's own tools, one file for the whole model");
  }

  private <T> Optional<T> value(String key, Class<T> type, String wanted) {
    Optional<Object> value = Optional.ofNullable(values.get(key));
    value.ifPresent(
        found -> {
          if (!type.isInstance(found)) {
            throw Damage.broken(
                file, "%s should be %s and is %s".formatted(key, wanted, inWords(found)));
          }
        });
    return value.map(type::cast);
  }

  private static String inWords(Object value) {
    return value instanceof long[] || value instanceof double[] || value instanceof List
        ? "a list of another kind"
        : "'" + value + "'";
  }
}
