package dev.carryover.models.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** What Ollama tells: its models with their digests, what they are, and its version. */
final class OllamaSelfDescription implements SelfDescription {
  private final ServiceSettings settings;
  private final Questions questions;
  private final OptionalInt context;

  /**
   * @param context the limit with which the model is asked to be loaded; what Ollama takes by
   *     default, it does not tell
   */
  OllamaSelfDescription(ServiceSettings settings, Questions questions, OptionalInt context) {
    this.settings = settings;
    this.questions = questions;
    this.context = context;
  }

  @Override
  public Told ask() {
    Catalogue catalogue = Catalogue.ask(settings, questions);
    return new Told(
        catalogue,
        Json.text(catalogue.entry().path("digest")),
        Optional.empty(),
        context,
        facts(catalogue.name()));
  }

  private SortedMap<String, String> facts(Optional<String> name) {
    SortedMap<String, String> facts = new TreeMap<>();
    questions
        .get(settings.under("/api/version"))
        .flatMap(json -> Json.text(json.path("version")))
        .ifPresent(version -> facts.put("version", version));
    name.flatMap(
            n ->
                questions.post(
                    settings.under("/api/show"), Json.MAPPER.createObjectNode().put("model", n)))
        .ifPresent(show -> describe(show, facts));
    return facts;
  }

  private static void describe(JsonNode show, SortedMap<String, String> facts) {
    Json.text(show.path("details").path("quantization_level"))
        .ifPresent(level -> facts.put("quantization", level));
    Json.text(show.path("template"))
        .ifPresent(template -> facts.put("chat_template", SelfDescription.hash(template)));
    JsonNode info = show.path("model_info");
    Json.text(info.path("general.architecture"))
        .ifPresent(
            architecture -> {
              facts.put("architecture", architecture);
              JsonNode trained = info.path(architecture + ".context_length");
              if (trained.isNumber()) {
                facts.put("context_trained", trained.asText());
              }
            });
  }

  @Override
  public OptionalLong countTokens(String model, String text) {
    return OptionalLong.empty();
  }
}
