package dev.carryover.repair.cost;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.carryover.core.spi.SourceException;
import dev.carryover.repair.cost.ModelPrice.Tokens;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A price file, {@code carryover.prices/1}: JSON with dollars for each model by name. See
 * docs/repairs.md for its keys.
 */
public final class PriceFile {
  /** Name and version of its shape. */
  public static final String SCHEMA = "carryover.prices/1";

  private static final String TOKENS_IN = "per_million_tokens_in";
  private static final String TOKENS_OUT = "per_million_tokens_out";
  private static final String EMBEDDINGS = "per_1000_embeddings";
  private static final String GPU_HOUR = "per_gpu_hour";
  private static final List<String> KEYS = List.of(TOKENS_IN, TOKENS_OUT, EMBEDDINGS, GPU_HOUR);
  private static final String SHIPPED = "prices.json";
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .build();

  private PriceFile() {}

  /** The list that ships: ours, for built-in models, at the paper's dollars for a GPU-hour. */
  public static PriceList ours() {
    try (InputStream in = PriceFile.class.getResourceAsStream(SHIPPED)) {
      if (in == null) {
        throw new IllegalStateException("this build has no " + SHIPPED);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new PriceList(PriceList.OURS, read(text, SHIPPED).models());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The prices that a file holds.
   *
   * @throws SourceException if it cannot be read, or is no price file
   */
  public static PriceList read(Path file) {
    try {
      return read(Files.readString(file), file.toString());
    } catch (CharacterCodingException e) {
      throw new SourceException(file + ": not UTF-8; save it in UTF-8", e);
    } catch (IOException e) {
      throw new SourceException(
          "%s cannot be read (%s); give the path of a price file, or 'ours'"
              .formatted(file, e.getClass().getSimpleName()),
          e);
    }
  }

  /**
   * The prices that a text holds.
   *
   * @param source where the text is from, for messages
   * @throws SourceException if it holds none
   */
  public static PriceList read(String json, String source) {
    JsonNode tree = tree(json, source);
    requireKeys(tree, List.of("schema", "models"), source);
    if (!tree.path("schema").asText().equals(SCHEMA)) {
      throw new SourceException(
          "%s: no price file: expected an object with \"schema\": \"%s\" and \"models\""
              .formatted(source, SCHEMA));
    }
    JsonNode models = tree.path("models");
    if (!models.isObject() || models.isEmpty()) {
      throw new SourceException(
          source + ": 'models' names no model; give each its prices, by its name");
    }
    SortedMap<String, ModelPrice> prices = new TreeMap<>();
    for (var model : models.properties()) {
      prices.put(model.getKey(), price(model.getValue(), source + ", " + model.getKey()));
    }
    return new PriceList(PriceList.GIVEN, prices);
  }

  private static JsonNode tree(String json, String source) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new SourceException(
          "%s: no price file: %s; restore it, or begin again from the example in docs/repairs.md"
              .formatted(source, e.getOriginalMessage()),
          e);
    }
  }

  private static ModelPrice price(JsonNode node, String where) {
    requireKeys(node, KEYS, where);
    if (node.has(TOKENS_IN) != node.has(TOKENS_OUT)) {
      throw new SourceException(
          "%s: of '%s' and '%s' one is missing; give both".formatted(where, TOKENS_IN, TOKENS_OUT));
    }
    if (node.isEmpty()) {
      throw new SourceException(
          "%s: it has no price; give one or more of %s".formatted(where, String.join(", ", KEYS)));
    }
    return new ModelPrice(
        node.has(TOKENS_IN)
            ? Optional.of(
                new Tokens(dollars(node, TOKENS_IN, where), dollars(node, TOKENS_OUT, where)))
            : Optional.empty(),
        optional(node, EMBEDDINGS, where),
        optional(node, GPU_HOUR, where));
  }

  private static OptionalDouble optional(JsonNode node, String key, String where) {
    return node.has(key) ? OptionalDouble.of(dollars(node, key, where)) : OptionalDouble.empty();
  }

  private static double dollars(JsonNode node, String key, String where) {
    JsonNode value = node.path(key);
    double dollars = value.isNumber() ? value.doubleValue() : Double.NaN;
    if (!(dollars >= 0 && Double.isFinite(dollars))) {
      throw new SourceException(
          "%s: '%s' is %s; give dollars, a number from 0".formatted(where, key, value));
    }
    return dollars;
  }

  private static void requireKeys(JsonNode node, List<String> known, String where) {
    if (!node.isObject()) {
      throw new SourceException(
          "%s: expected an object with %s".formatted(where, String.join(", ", known)));
    }
    for (var entry : node.properties()) {
      if (!known.contains(entry.getKey())) {
        throw new SourceException(
            "%s: unknown key '%s'; known are %s"
                .formatted(where, entry.getKey(), String.join(", ", known)));
      }
    }
  }
}
