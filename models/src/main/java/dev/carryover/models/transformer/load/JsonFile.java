package dev.carryover.models.transformer.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * A JSON file of a model's folder, whose errors name it.
 *
 * @param path of the file
 * @param root an object
 */
record JsonFile(Path path, JsonNode root) {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
              .build());

  static JsonFile read(Path path) {
    try {
      return of(path, Files.readAllBytes(path));
    } catch (IOException e) {
      throw new SourceException(
          "%s cannot be read: a model's folder must hold it".formatted(path), e);
    }
  }

  /** The file, or an empty object where there is none. */
  static JsonFile readIfThere(Path path) {
    return Files.exists(path) ? read(path) : new JsonFile(path, MAPPER.createObjectNode());
  }

  static JsonFile of(Path path, byte[] bytes) {
    try {
      JsonNode root = MAPPER.readTree(bytes);
      if (!root.isObject()) {
        throw new SourceException(path + ": is no JSON object; copy or make it again");
      }
      return new JsonFile(path, root);
    } catch (JsonProcessingException e) {
      throw new SourceException(
          "%s: is no JSON: %s; copy or make it again".formatted(path, e.getOriginalMessage()), e);
    } catch (IOException e) {
      throw new IllegalStateException("bytes that cannot be read", e);
    }
  }

  int integer(String key) {
    return integerIfThere(key).orElseThrow(() -> wrong(key, "must be a whole number below 2^31"));
  }

  OptionalInt integerIfThere(String key) {
    JsonNode value = root.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return OptionalInt.empty();
    }
    if (!value.canConvertToInt() || !value.isIntegralNumber()) {
      throw wrong(key, "must be a whole number below 2^31");
    }
    return OptionalInt.of(value.intValue());
  }

  static double number(JsonNode parent, String key, double otherwise) {
    return parent.path(key).asDouble(otherwise);
  }

  SourceException wrong(String key, String what) {
    return new SourceException("%s: %s is %s, but %s".formatted(path, key, root.path(key), what));
  }
}
