package dev.carryover.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON into maps, lists, texts, numbers and truth values, strictly: one value, no more. */
final class JsonValues {
  private JsonValues() {}

  static Map<String, Object> object(String text) {
    try (JsonParser json =
        JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build()
            .createParser(text)) {
      json.nextToken();
      Map<String, Object> object = map(value(json));
      if (json.nextToken() != null) {
        throw new AssertionError("more than one JSON value: " + json.currentToken());
      }
      return object;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw new AssertionError("no object: " + value);
  }

  /** A list of objects. */
  static List<Map<String, Object>> maps(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(JsonValues::map).toList();
    }
    throw new AssertionError("no list: " + value);
  }

  private static Object value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
          String field = json.currentName();
          json.nextToken();
          object.put(field, value(json));
        }
        yield object;
      }
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(json));
        }
        yield list;
      }
      case VALUE_STRING -> json.getText();
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> throw new AssertionError("a value that is absent is left out, not null");
    };
  }
}
