package dev.carryover.models.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.StatefulModel.IncompatibleStateException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What the server's file does not tell: whose cache it holds. Kept as {@code slot.json}.
 *
 * @param file in the server's slot folder
 * @param bytes of it, as the server counts
 * @param sha256 of it, where the slot folder can be read from here
 * @param settings that the first piece of the prompt depends on
 * @param tokens whose cache it is
 */
record SlotManifest(
    String file,
    long bytes,
    Optional<String> sha256,
    ModelIdentity model,
    SortedMap<String, String> settings,
    List<Integer> tokens) {
  /** Of the form; a newer one gets another. */
  private static final String SCHEMA = "carryover llama.cpp slot 1";

  private static final String NAME = "slot.json";
  private static final Pattern FILE = Pattern.compile("carryover-[0-9a-f]{16}\\.bin");
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  SlotManifest {
    tokens = List.copyOf(tokens);
  }

  void write(Path folder) {
    ObjectNode json = Json.MAPPER.createObjectNode();
    json.put("schema", SCHEMA).put("file", file).put("bytes", bytes);
    sha256.ifPresent(digest -> json.put("sha256", digest));
    json.put("positions", tokens.size());
    ObjectNode who = json.putObject("model").put("name", model.name());
    model.revision().ifPresent(revision -> who.put("revision", revision));
    model.tokenizer().ifPresent(tokenizer -> who.put("tokenizer", tokenizer));
    model.contextLimit().ifPresent(limit -> who.put("context_limit", limit));
    who.set("facts", Json.MAPPER.valueToTree(model.facts()));
    who.set("canary", Json.MAPPER.valueToTree(model.canary()));
    json.set("settings", Json.MAPPER.valueToTree(settings));
    json.set("tokens", Json.MAPPER.valueToTree(tokens));
    try {
      Files.write(folder.resolve(NAME), Json.bytes(json));
    } catch (IOException e) {
      throw new UncheckedIOException("'" + folder.resolve(NAME) + "' cannot be written", e);
    }
  }

  /**
   * Reads what was kept.
   *
   * @throws IncompatibleStateException if this is no cache of a server's slot, or damaged
   */
  static SlotManifest read(Path folder) {
    Path path = folder.resolve(NAME);
    try {
      JsonNode json = Json.MAPPER.readTree(Files.readAllBytes(path));
      if (!json.path("schema").asText().equals(SCHEMA)) {
        throw new IncompatibleStateException(
            "'%s' has the schema '%s', and '%s' can be read"
                .formatted(path, json.path("schema").asText(), SCHEMA));
      }
      return of(json);
    } catch (NoSuchFileException e) {
      throw new IncompatibleStateException(
          "'%s' holds no cache of a llama.cpp server's slot: it has no %s".formatted(folder, NAME));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new IncompatibleStateException(
          "'%s' is damaged: %s; have the model read the history again"
              .formatted(path, String.valueOf(e.getMessage()).lines().findFirst().orElse("")));
    } catch (IOException e) {
      throw new UncheckedIOException("'" + path + "' cannot be read", e);
    }
  }

  private static SlotManifest of(JsonNode json) {
    JsonNode who = json.path("model");
    List<Double> canary = new ArrayList<>();
    who.path("canary").forEach(number -> canary.add(number.asDouble()));
    List<Integer> tokens = new ArrayList<>();
    json.path("tokens").forEach(id -> tokens.add(id.asInt()));
    if (tokens.isEmpty() || tokens.size() != json.path("positions").asInt()) {
      throw new IllegalArgumentException(
          "%d tokens of %s".formatted(tokens.size(), json.path("positions")));
    }
    JsonNode limit = who.path("context_limit");
    return new SlotManifest(
        matching(json.path("file").asText(), FILE),
        json.path("bytes").asLong(),
        Json.text(json.path("sha256")).map(digest -> matching(digest, SHA256)),
        new ModelIdentity(
            who.path("name").asText(),
            Json.text(who.path("revision")),
            Json.text(who.path("tokenizer")),
            limit.isInt() ? OptionalInt.of(limit.asInt()) : OptionalInt.empty(),
            texts(who.path("facts")),
            canary),
        texts(json.path("settings")),
        tokens);
  }

  private static String matching(String text, Pattern pattern) {
    if (!pattern.matcher(text).matches()) {
      throw new IllegalArgumentException("'" + text + "' is not " + pattern);
    }
    return text;
  }

  private static SortedMap<String, String> texts(JsonNode object) {
    SortedMap<String, String> all = new TreeMap<>();
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      all.put(field.getKey(), field.getValue().asText());
    }
    return all;
  }
}
