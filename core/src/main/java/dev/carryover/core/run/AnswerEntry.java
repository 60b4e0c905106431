package dev.carryover.core.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.carryover.core.FinishReason;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * One kept answer as a line of ASCII: a JSON object that begins with the CRC-32C of all bytes
 * behind that sum, and the key. A line is checked when it is read, and parsed when it is asked for.
 */
final class AnswerEntry {
  private static final byte[] BEGINNING = ascii("{\"crc32c\":\"");
  private static final byte[] KEY = ascii("\",\"key\":\"");
  private static final int SUM_END = BEGINNING.length + 8;
  private static final int KEY_FROM = SUM_END + KEY.length;
  private static final Pattern KEYS = Pattern.compile("[\\w.-]+");

  /** Half a surrogate pair, which a model may say and UTF-8 cannot hold, is escaped. */
  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  private final String key;
  private final byte[] line;

  private AnswerEntry(String key, byte[] line) {
    this.key = key;
    this.line = line;
  }

  /**
   * An answer to keep.
   *
   * @param key ASCII letters, digits, {@code _}, {@code .} and {@code -}
   */
  static AnswerEntry of(String key, Reply reply) {
    if (!KEYS.matcher(key).matches()) {
      throw new IllegalArgumentException("'" + key + "' is no key of an answer");
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(256 + reply.text().length());
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("crc32c", "00000000");
      json.writeStringField("key", key);
      json.writeStringField("text", reply.text());
      json.writeStringField("finish", reply.finish().name().toLowerCase(Locale.ROOT));
      json.writeNumberField("tokens_in", reply.usage().tokensIn());
      json.writeNumberField("tokens_out", reply.usage().tokensOut());
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] line = out.toByteArray();
    byte[] sum = ascii(checksum(line, 0, line.length - 1));
    System.arraycopy(sum, 0, line, BEGINNING.length, sum.length);
    return new AnswerEntry(key, line);
  }

  /**
   * Checks a line.
   *
   * @param length without the line's end
   * @throws IllegalArgumentException if it is not as it was written; says why
   */
  static AnswerEntry check(byte[] bytes, int from, int length) {
    if (length < KEY_FROM || !beginsAt(bytes, from)) {
      throw new IllegalArgumentException("it does not begin as an entry does");
    }
    if (!text(bytes, from + BEGINNING.length, 8).equals(checksum(bytes, from, length))) {
      throw new IllegalArgumentException("its checksum does not fit");
    }
    int end = from + KEY_FROM;
    while (end < from + length && bytes[end] != '"') {
      end++;
    }
    if (end == from + length || !stands(KEY, bytes, from + SUM_END)) {
      throw new IllegalArgumentException("it has no key");
    }
    String key = text(bytes, from + KEY_FROM, end - from - KEY_FROM);
    return new AnswerEntry(key, Arrays.copyOfRange(bytes, from, from + length));
  }

  /** Whether an entry begins here. Inside one this stands nowhere: its quotes are escaped. */
  static boolean beginsAt(byte[] bytes, int from) {
    return stands(BEGINNING, bytes, from);
  }

  String key() {
    return key;
  }

  /** The line with its end, of an entry that was not read. */
  byte[] line() {
    return line;
  }

  /**
   * What was kept.
   *
   * @throws IllegalArgumentException if another version wrote what this one does not know
   */
  Reply reply() {
    try (JsonParser in = JSON.createParser(line)) {
      return read(in);
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static Reply read(JsonParser in) throws IOException {
    String text = "";
    FinishReason finish = FinishReason.UNKNOWN;
    long tokensIn = 0;
    long tokensOut = 0;
    in.nextToken();
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "crc32c", "key" -> {}
        case "text" -> text = in.getText();
        case "finish" -> finish = FinishReason.valueOf(in.getText().toUpperCase(Locale.ROOT));
        case "tokens_in" -> tokensIn = in.getLongValue();
        case "tokens_out" -> tokensOut = in.getLongValue();
        default -> throw new IllegalArgumentException("unknown field '" + field + "'");
      }
    }
    return new Reply(text, finish, new Usage(tokensIn, tokensOut));
  }

  private static String checksum(byte[] line, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(line, from + SUM_END, length - SUM_END);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  private static boolean stands(byte[] what, byte[] bytes, int from) {
    int end = from + what.length;
    return end <= bytes.length && Arrays.equals(bytes, from, end, what, 0, what.length);
  }

  private static String text(byte[] bytes, int from, int length) {
    return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
