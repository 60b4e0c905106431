package dev.carryover.models.transformer.role;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.load.HuggingFaceFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A folder as Hugging Face lays it out. */
record HuggingFaceFiles(Path folder) implements ModelFiles {
  private static final String TEMPLATE = "chat_template";
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public String name() {
    return folder.toAbsolutePath().normalize().getFileName().toString();
  }

  @Override
  public Transformer load(Hardware hardware) {
    return HuggingFaceFolder.load(name(), folder, hardware);
  }

  @Override
  public Optional<String> chatTemplate() {
    return text(TEMPLATE + ".jinja").or(() -> template(config().path(TEMPLATE)));
  }

  /** A text, or several with names, of which the one called default is taken. */
  private static Optional<String> template(JsonNode node) {
    if (node.isTextual()) {
      return Optional.of(node.textValue());
    }
    for (JsonNode named : node) {
      if (named.path("name").asText().equals("default")) {
        return Optional.of(named.path("template").asText());
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<String> beginToken() {
    JsonNode token = config().path("bos_token");
    String text = token.isObject() ? token.path("content").asText() : token.asText();
    return Optional.of(text).filter(named -> !named.isEmpty());
  }

  private JsonNode config() {
    String name = "tokenizer_config.json";
    try {
      return JSON.readTree(text(name).orElse("{}"));
    } catch (IOException e) {
      throw new SourceException(
          "%s is no JSON: %s; copy it again".formatted(folder.resolve(name), e.getMessage()), e);
    }
  }

  private Optional<String> text(String name) {
    Path file = folder.resolve(name);
    try {
      return Files.exists(file)
          ? Optional.of(Files.readString(file, StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IOException e) {
      throw new SourceException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }
}
