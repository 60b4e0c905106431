package dev.carryover.models.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.carryover.core.spi.LanguageModel.Decoding;
import dev.carryover.core.spi.LanguageModel.Use;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How a service is told to hold an answer to a form. */
enum Constraint {
  /** It is not told. */
  NONE,
  /** llama.cpp's {@code grammar}. */
  GRAMMAR,
  /** vLLM's {@code structured_outputs}, with the regular expression as it is. */
  STRUCTURED_OUTPUTS,
  /**
   * OpenAI's {@code response_format} and Ollama's {@code format}: an object whose only property has
   * the form, unwrapped again.
   */
  RESPONSE_FORMAT;

  private static final String PROPERTY = "answer";
  private static final int WRAPPING_TOKENS = 16;

  /**
   * The setting {@code constrain}.
   *
   * @throws SettingException if it is none that this kind of service has for this use
   */
  static Constraint in(Settings settings, ServiceKind kind, Use use) {
    Constraint constraint =
        valueOf(settings.choice("constrain", "none", names(kind)).toUpperCase(Locale.ROOT));
    if (constraint == RESPONSE_FORMAT && kind == ServiceKind.OPENAI && use == Use.COMPLETION) {
      throw new SettingException(
          "constrain",
          "'constrain' is 'response_format', which plain completions ignore",
          "choose grammar or structured_outputs, as the server has it, or 'use: chat'");
    }
    return constraint;
  }

  /** What the setting {@code constrain} may be. */
  static List<String> names(ServiceKind kind) {
    return Arrays.stream(values())
        .filter(c -> kind == ServiceKind.OPENAI || c == NONE || c == RESPONSE_FORMAT)
        .map(c -> c.name().toLowerCase(Locale.ROOT))
        .toList();
  }

  /**
   * The fields of a request to OpenAI's protocol.
   *
   * @param form a regular expression
   */
  Map<String, Object> fields(String form) {
    return switch (this) {
      case NONE -> Map.of();
      case GRAMMAR -> Map.of("grammar", Grammar.of(form));
      case STRUCTURED_OUTPUTS -> Map.of("structured_outputs", Map.of("regex", form));
      case RESPONSE_FORMAT ->
          Map.of(
              "response_format",
              Map.of(
                  "type",
                  "json_schema",
                  "json_schema",
                  Map.of("name", PROPERTY, "strict", true, "schema", schema(form))));
    };
  }

  /** The schema of the object that wraps an answer. */
  static Map<String, Object> schema(String form) {
    return Map.of(
        "type",
        "object",
        "properties",
        Map.of(PROPERTY, Map.of("type", "string", "pattern", "^(" + form + ")$")),
        "required",
        List.of(PROPERTY),
        "additionalProperties",
        false);
  }

  /** The output limit that leaves the answer its own. */
  int limit(int maxTokens) {
    return this == RESPONSE_FORMAT ? maxTokens + WRAPPING_TOKENS : maxTokens;
  }

  /** The texts that end an answer; none where it is wrapped, since they may be in the wrapping. */
  List<String> stop(Decoding decoding) {
    boolean wrapped = this == RESPONSE_FORMAT && decoding.form().isPresent();
    return wrapped ? List.of() : decoding.stop();
  }

  /** The answer without its wrapping; what is not wrapped, or not to its end, stays as it is. */
  String unwrap(String text) {
    if (this != RESPONSE_FORMAT) {
      return text;
    }
    try {
      JsonNode answer = Json.MAPPER.readTree(text).path(PROPERTY);
      return answer.isTextual() ? answer.asText() : text;
    } catch (JsonProcessingException e) {
      return text;
    }
  }
}
