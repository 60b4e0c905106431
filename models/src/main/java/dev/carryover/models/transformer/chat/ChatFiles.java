package dev.carryover.models.transformer.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The files of a Hugging Face folder that say how a conversation is written. */
final class ChatFiles {
  private static final String TEMPLATE = "chat_template.jinja";
  private static final String CONFIG = "tokenizer_config.json";
  private static final String KEY = "chat_template";
  private static final List<String> ROLES =
      List.of("bos_token", "eos_token", "pad_token", "unk_token");

  /** Some configurations list every token that was added. */
  private static final long LONGEST = 64L << 20;

  private static final ObjectMapper JSON = new ObjectMapper();

  private ChatFiles() {}

  /** The template of a file of its own, or of the tokenizer's configuration. */
  static Optional<ChatTemplate> read(Path folder) {
    Path configFile = folder.resolve(CONFIG);
    JsonNode config =
        text(configFile).map(text -> json(configFile, text)).orElse(MissingNode.getInstance());
    Map<String, String> tokens = specialTokens(config);
    Path own = folder.resolve(TEMPLATE);
    Optional<String> source = text(own);
    if (source.isPresent()) {
      return Optional.of(ChatTemplate.of(own.toString(), source.get(), tokens));
    }
    return inside(config.path(KEY))
        .map(template -> ChatTemplate.of(configFile.toString(), template, tokens));
  }

  /** A text, or the one named default of a list. */
  private static Optional<String> inside(JsonNode node) {
    if (node.isTextual()) {
      return Optional.of(node.textValue());
    }
    for (JsonNode entry : node) {
      if (entry.path("name").asText().equals("default")) {
        return Optional.of(entry.path("template").asText());
      }
    }
    return Optional.empty();
  }

  /** A token is written as its text, or as an object with it. */
  private static Map<String, String> specialTokens(JsonNode config) {
    Map<String, String> tokens = new TreeMap<>();
    for (String role : ROLES) {
      JsonNode token = config.path(role);
      JsonNode text = token.isObject() ? token.path("content") : token;
      if (text.isTextual()) {
        tokens.put(role, text.textValue());
      }
    }
    return tokens;
  }

  private static JsonNode json(Path file, String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new SourceException(
          "%s is no JSON: %s; copy it again".formatted(file, e.getOriginalMessage()), e);
    }
  }

  private static Optional<String> text(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      if (Files.size(file) > LONGEST) {
        throw new SourceException(
            "%s has %,d bytes, more than %,d; copy it again"
                .formatted(file, Files.size(file), LONGEST));
      }
      return Optional.of(Files.readString(file));
    } catch (IOException e) {
      throw new SourceException("%s cannot be read as a text: %s".formatted(file, e), e);
    }
  }
}
