package dev.carryover.models.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What services of OpenAI's protocol tell: the list of models that all have, vLLM's version,
 * llama.cpp's properties, and the tokenizer that both have.
 */
final class OpenAiSelfDescription implements SelfDescription {
  /** Words, digits, code, accents, other scripts and an emoji. Changing it changes every hash. */
  private static final String TOKENIZER_TEXT =
      "The badge code of Mira Holt is 4821; it was 907 before 2024-03-09.\n"
          + "def area(w, h):\n    return w * h\n"
          + "Le numéro de série de l'œuvre, Zürich, 北京市, привет, \ud83d\ude00";

  private final ServiceSettings settings;
  private final Service service;
  private final Questions questions;

  OpenAiSelfDescription(Service service, Questions questions) {
    this.settings = service.settings();
    this.service = service;
    this.questions = questions;
  }

  @Override
  public Told ask() {
    Catalogue catalogue = Catalogue.ask(settings, questions);
    JsonNode entry = catalogue.entry();
    JsonNode props = questions.get(settings.beside("/props")).orElse(MissingNode.getInstance());
    JsonNode version = questions.get(settings.beside("/version")).orElse(MissingNode.getInstance());
    return new Told(
        catalogue,
        firstText(entry.path("revision"), entry.path("digest")),
        catalogue.name().flatMap(n -> tokenize(n, TOKENIZER_TEXT)).map(SelfDescription::hash),
        context(entry, props),
        facts(entry, props, version));
  }

  private static Optional<String> firstText(JsonNode... nodes) {
    return Stream.of(nodes).map(Json::text).flatMap(Optional::stream).findFirst();
  }

  /**
   * What one request gets: a server that divides its context among slots tells it as a property.
   */
  private static OptionalInt context(JsonNode entry, JsonNode props) {
    return Stream.of(
            props.path("default_generation_settings").path("n_ctx"),
            entry.path("max_model_len"),
            entry.path("meta").path("n_ctx"),
            entry.path("context_length"),
            entry.path("context_window"))
        .filter(node -> node.canConvertToInt() && node.asInt() > 0)
        .mapToInt(JsonNode::asInt)
        .findFirst();
  }

  private static SortedMap<String, String> facts(JsonNode entry, JsonNode props, JsonNode version) {
    SortedMap<String, String> facts = new TreeMap<>();
    Json.text(version.path("version")).ifPresent(v -> facts.put("version", v));
    Json.text(props.path("build_info")).ifPresent(build -> facts.put("build", build));
    Json.text(props.path("model_path"))
        .ifPresent(path -> facts.put("file", path.replaceAll(".*[/\\\\]", "")));
    Json.text(props.path("chat_template"))
        .ifPresent(template -> facts.put("chat_template", SelfDescription.hash(template)));
    Json.text(entry.path("root")).ifPresent(root -> facts.put("root", root));
    for (String size : List.of("n_params", "n_vocab", "size")) {
      JsonNode value = entry.path("meta").path(size);
      if (value.isNumber()) {
        facts.put(size, value.asText());
      }
    }
    return facts;
  }

  @Override
  public OptionalLong countTokens(String model, String text) {
    return service
        .call(() -> tokenize(model, text))
        .map(ids -> OptionalLong.of(ids.isEmpty() ? 0 : ids.split(",").length))
        .orElse(OptionalLong.empty());
  }

  /** The ids with commas. vLLM takes the text as {@code prompt}, llama.cpp as {@code content}. */
  private Optional<String> tokenize(String model, String text) {
    ObjectNode body =
        Json.MAPPER
            .createObjectNode()
            .put("model", model)
            .put("prompt", text)
            .put("content", text)
            .put("add_special_tokens", false);
    return questions
        .post(settings.beside("/tokenize"), body)
        .map(json -> json.path("tokens"))
        .filter(JsonNode::isArray)
        .map(
            tokens -> {
              List<String> ids = new ArrayList<>();
              tokens.forEach(id -> ids.add(id.asText()));
              return String.join(",", ids);
            });
  }
}
