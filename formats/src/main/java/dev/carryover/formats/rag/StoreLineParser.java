package dev.carryover.formats.rag;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.carryover.core.spi.SourceException;
import dev.carryover.formats.JsonLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads one line of a store that is taken over: {@code {"id", "text", "vector": […], "history"?,
 * "events"?: […]}}. Ids may be texts or whole numbers; other fields are passed over.
 */
final class StoreLineParser {
  private static final String FORM =
      "a line is {\"id\", \"text\", \"vector\": [numbers], \"history\"?, \"events\"?: [message ids]}";

  private final Path file;
  private final long line;
  private final JsonParser json;
  private final Set<String> seen = new HashSet<>();
  private Optional<String> id = Optional.empty();
  private Optional<String> text = Optional.empty();
  private Optional<float[]> vector = Optional.empty();
  private Optional<String> history = Optional.empty();
  private List<String> events = List.of();

  private StoreLineParser(Path file, long line, JsonParser json) {
    this.file = file;
    this.line = line;
    this.json = json;
  }

  /**
   * The line's content.
   *
   * @param dimension that the vector will probably have
   * @throws SourceException if a field is missing, of the wrong kind, or there twice
   */
  static StoreLine parse(Path file, long line, JsonParser json, int dimension) throws IOException {
    return new StoreLineParser(file, line, json).parse(dimension);
  }

  private StoreLine parse(int dimension) throws IOException {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String field = json.currentName();
      json.nextToken();
      if (!seen.add(field)) {
        throw problem("field '" + field + "' is there twice", "keep one");
      }
      switch (field) {
        case "id" -> id = Optional.of(id(field));
        case "text" -> text = Optional.of(text());
        case "vector" -> vector = Optional.of(vector(dimension));
        case "history" -> history = optional() ? Optional.of(id(field)) : Optional.empty();
        case "events" -> events = optional() ? events() : List.of();
        default -> json.skipChildren();
      }
    }
    return new StoreLine(
        line,
        required("id", id),
        required("text", text),
        required("vector", vector),
        history,
        events);
  }

  private <T> T required(String field, Optional<T> value) {
    return value.orElseThrow(() -> problem("field '" + field + "' is missing", FORM));
  }

  private boolean optional() {
    return json.currentToken() != JsonToken.VALUE_NULL;
  }

  private String id(String field) throws IOException {
    JsonToken token = json.currentToken();
    if (token != JsonToken.VALUE_STRING && token != JsonToken.VALUE_NUMBER_INT) {
      throw problem("'%s' is %s".formatted(field, token), "give a text or a whole number; " + FORM);
    }
    String value = json.getText();
    if (value.isBlank()) {
      throw problem("'" + field + "' is blank", "give it a value");
    }
    return value;
  }

  private String text() throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw problem("'text' is " + json.currentToken(), "give a text; " + FORM);
    }
    return json.getText();
  }

  private List<String> events() throws IOException {
    requireArray("events");
    List<String> ids = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      ids.add(id("events"));
    }
    return ids.stream().distinct().toList();
  }

  private float[] vector(int dimension) throws IOException {
    requireArray("vector");
    float[] numbers = new float[dimension];
    int size = 0;
    boolean direction = false;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (size == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * size);
      }
      numbers[size] = coordinate(size);
      direction |= numbers[size] != 0;
      size++;
    }
    if (!direction) {
      throw problem(
          size == 0 ? "'vector' is empty" : "'vector' is all zeros, and has no direction",
          "embed the text again or leave the item out");
    }
    return size == numbers.length ? numbers : Arrays.copyOf(numbers, size);
  }

  private float coordinate(int index) throws IOException {
    if (!json.currentToken().isNumeric()) {
      throw problem(
          "number %d of 'vector' is %s".formatted(index + 1, json.currentToken()),
          "write numbers only");
    }
    float coordinate = json.getFloatValue();
    if (!Float.isFinite(coordinate)) {
      throw problem(
          "number %d of 'vector' is %s, which is no finite float"
              .formatted(index + 1, json.getText()),
          "embed the text again or leave the item out");
    }
    return coordinate;
  }

  private void requireArray(String field) {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw problem("'%s' is %s".formatted(field, json.currentToken()), "give an array; " + FORM);
    }
  }

  private SourceException problem(String what, String remedy) {
    return JsonLines.problem(file, line, what, remedy);
  }
}
