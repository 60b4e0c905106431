package dev.carryover.formats.external;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.spi.ServiceException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Messages as JSON: strict UTF-8 in, ASCII out. Errors quote the start of what came. */
final class Json {
  /** Bytes of an answer at most. */
  static final int LONGEST = 64 << 20;

  private static final int QUOTED = 200;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  // so that every line ends where its line feed is, in every language, and half a
                  // surrogate pair comes through
                  .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxStringLength(LONGEST).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static byte[] bytes(ObjectNode message) {
    try {
      return MAPPER.writeValueAsString(message).getBytes(StandardCharsets.US_ASCII);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  /**
   * The object in these bytes.
   *
   * @param who sent it, for messages
   * @throws ServiceException if it is no single JSON object in UTF-8
   */
  static ObjectNode parse(byte[] bytes, String who) {
    JsonNode parsed;
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      parsed = MAPPER.readTree(text);
    } catch (CharacterCodingException e) {
      throw garbage(who, "what is no UTF-8", bytes);
    } catch (JsonProcessingException e) {
      throw garbage(who, "what is no JSON", bytes);
    }
    if (parsed instanceof ObjectNode object) {
      return object;
    }
    throw garbage(who, "no JSON object", bytes);
  }

  private static ServiceException garbage(String who, String what, byte[] bytes) {
    return new ServiceException(
        "%s answered %s: '%s'; each answer is one JSON object, and whatever else there is to say goes elsewhere (a command's standard error)"
            .formatted(who, what, quote(bytes)));
  }

  /** The start of a text that may be anything, fit to be shown. */
  static String quote(byte[] bytes) {
    String text = new String(bytes, 0, Math.min(bytes.length, QUOTED), StandardCharsets.UTF_8);
    return printable(text) + (bytes.length > QUOTED ? "…" : "");
  }

  /** A text without what would act on a terminal. */
  static String printable(String text) {
    return text.strip()
        .replaceAll("[\\p{Cntrl}\\x80-\\x9f&&[^\n]]", "\ufffd")
        .replaceAll("\\s*\n\\s*", " / ");
  }

  /**
   * The text under a key, where there is one.
   *
   * @throws ServiceException if there is something else
   */
  static Optional<String> text(JsonNode object, String key, String where) {
    JsonNode value = object.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isTextual()) {
      throw new ServiceException("%s: '%s' is %s; give a text".formatted(where, key, shown(value)));
    }
    return Optional.of(value.textValue());
  }

  /**
   * The text under a key.
   *
   * @throws ServiceException if there is none
   */
  static String requireText(JsonNode object, String key, String where) {
    return text(object, key, where)
        .orElseThrow(
            () -> new ServiceException("%s: '%s' is missing; give a text".formatted(where, key)));
  }

  /**
   * The whole number under a key.
   *
   * @throws ServiceException if there is something else, or one out of range
   */
  static int number(JsonNode object, String key, int missing, int least, String where) {
    JsonNode value = object.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return missing;
    }
    if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < least) {
      throw new ServiceException(
          "%s: '%s' is %s; give a whole number from %d".formatted(where, key, shown(value), least));
    }
    return value.intValue();
  }

  /**
   * The array under a key; empty where it is missing.
   *
   * @throws ServiceException if there is something else
   */
  static Iterable<JsonNode> array(JsonNode object, String key, String where) {
    JsonNode value = object.path(key);
    if (!value.isArray() && !value.isMissingNode()) {
      throw new ServiceException(
          "%s: '%s' is %s; give an array".formatted(where, key, shown(value)));
    }
    return value;
  }

  private static String shown(JsonNode value) {
    return quote(value.toString().getBytes(StandardCharsets.UTF_8));
  }
}
