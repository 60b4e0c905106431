package dev.carryover.formats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads JSON objects, one a line, as strict UTF-8, in memory bounded by the longest line. Blank
 * lines and a byte order mark at the start are passed over. Every error names file and line.
 */
public final class JsonLines {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          // so that NaN and Infinity reach whoever can name them
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private JsonLines() {}

  /** Takes one line's object. */
  @FunctionalInterface
  public interface Consumer {
    /**
     * @param json stands on the object's opening brace, and must be left on its closing one
     * @param line counted from 1
     */
    void accept(JsonParser json, long line) throws IOException;
  }

  /** Opens the bytes of a source. */
  @FunctionalInterface
  public interface Opener {
    /** The bytes, from the start. */
    InputStream open() throws IOException;
  }

  /**
   * Reads a file to its end.
   *
   * @param longestLine in bytes; a longer line is an error
   * @return how many objects there were
   * @throws SourceException if the file cannot be read, or a line is no JSON object in UTF-8
   */
  public static long read(Path file, int longestLine, Consumer consumer) {
    return read(file, longestLine, () -> Files.newInputStream(file), consumer);
  }

  /** As {@link #read(Path, int, Consumer)}, from bytes that the caller opens. */
  public static long read(Path file, int longestLine, Opener opener, Consumer consumer) {
    long objects = 0;
    try (InputStream in = opener.open()) {
      Utf8Lines lines = new Utf8Lines(file, in, longestLine);
      while (lines.next()) {
        if (!lines.isBlank()) {
          readObject(file, lines, consumer);
          objects++;
        }
      }
    } catch (NoSuchFileException e) {
      throw new SourceException("'%s' does not exist; check the path".formatted(file), e);
    } catch (IOException e) {
      throw new SourceException(
          "'%s' cannot be read: %s; check that it is a readable file"
              .formatted(file, e.getMessage()),
          e);
    }
    return objects;
  }

  /** The error at a line of a file: what is wrong, with the value, and the remedy. */
  public static SourceException problem(Path file, long line, String what, String remedy) {
    return new SourceException("'%s', line %d: %s; %s".formatted(file, line, what, remedy));
  }

  private static void readObject(Path file, Utf8Lines lines, Consumer consumer) throws IOException {
    try (JsonParser json = JSON.createParser(lines.bytes(), lines.start(), lines.length())) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw problem(
            file,
            lines.number(),
            "%s where an object should begin".formatted(json.currentToken()),
            "write one JSON object, {…}, a line");
      }
      consumer.accept(json, lines.number());
      if (json.nextToken() != null) {
        throw problem(
            file,
            lines.number(),
            "%s after the end of the object".formatted(json.currentToken()),
            "write one JSON object a line");
      }
    } catch (JsonProcessingException e) {
      throw new SourceException(
          "'%s', line %d, byte %d: no valid JSON: %s; the line may be cut off or edited"
              .formatted(
                  file,
                  lines.number(),
                  Math.max(0, e.getLocation() == null ? 0 : e.getLocation().getByteOffset()),
                  e.getOriginalMessage()),
          e);
    }
  }
}
