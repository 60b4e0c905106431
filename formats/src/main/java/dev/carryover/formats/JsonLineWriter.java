package dev.carryover.formats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Writes a new file of JSON objects, one a line, as UTF-8 with line feeds. Equal calls give equal
 * bytes. A text with half a surrogate pair, which UTF-8 cannot hold, is written with escapes, so
 * that every Java string comes back as it was.
 */
public final class JsonLineWriter implements Closeable {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int ASCII_ONLY = 127;
  private static final int NO_LIMIT = 0;

  private final JsonGenerator json;

  /**
   * @param file must not exist
   * @throws IOException if the file exists or cannot be written
   */
  public JsonLineWriter(Path file) throws IOException {
    json =
        JSON.createGenerator(
            new BufferedOutputStream(
                Files.newOutputStream(file, StandardOpenOption.CREATE_NEW), 1 << 16));
    json.setPrettyPrinter(new MinimalPrettyPrinter(""));
  }

  /** Begins an object. */
  public JsonLineWriter begin() throws IOException {
    json.writeStartObject();
    return this;
  }

  /** Begins an array under a name. */
  public JsonLineWriter beginArray(String name) throws IOException {
    json.writeArrayFieldStart(name);
    return this;
  }

  /** Ends the array. */
  public JsonLineWriter endArray() throws IOException {
    json.writeEndArray();
    return this;
  }

  /** A text under a name. */
  public JsonLineWriter text(String name, String value) throws IOException {
    json.writeFieldName(name);
    writeText(value);
    return this;
  }

  /** An array of texts under a name. */
  public JsonLineWriter texts(String name, List<String> values) throws IOException {
    beginArray(name);
    for (String value : values) {
      writeText(value);
    }
    return endArray();
  }

  /** An array of numbers under a name; each comes back as it was. */
  public JsonLineWriter numbers(String name, float[] values) throws IOException {
    json.writeFieldName(name);
    return numbers(values);
  }

  /** The same in an array. */
  public JsonLineWriter numbers(float[] values) throws IOException {
    json.writeStartArray();
    for (float value : values) {
      json.writeNumber(value);
    }
    return endArray();
  }

  /** A switch under a name. */
  public JsonLineWriter flag(String name, boolean value) throws IOException {
    json.writeBooleanField(name, value);
    return this;
  }

  /** A whole number under a name. */
  public JsonLineWriter number(String name, long value) throws IOException {
    json.writeNumberField(name, value);
    return this;
  }

  /** Ends an object that stands in an array. */
  public JsonLineWriter end() throws IOException {
    json.writeEndObject();
    return this;
  }

  /** Ends the object and its line. */
  public void endLine() throws IOException {
    json.writeEndObject();
    json.writeRaw('\n');
  }

  @Override
  public void close() throws IOException {
    json.close();
  }

  private void writeText(String value) throws IOException {
    json.setHighestNonEscapedChar(isWellFormed(value) ? NO_LIMIT : ASCII_ONLY);
    json.writeString(value);
    json.setHighestNonEscapedChar(NO_LIMIT);
  }

  private static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return false;
      }
    }
    return true;
  }
}
