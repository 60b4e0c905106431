package dev.carryover.models.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.carryover.core.spi.Preflight.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The models that a service lists, and which of them is meant.
 *
 * @param entries as the service describes them; empty where it lists none
 */
record Catalogue(ServiceSettings settings, List<JsonNode> entries) {
  private static final String OLLAMA_DEFAULT_TAG = ":latest";

  /**
   * Asks the service.
   *
   * @throws AttemptFailure if it cannot be reached, or wants another key
   */
  static Catalogue ask(ServiceSettings settings, Questions questions) {
    boolean openAi = settings.kind() == ServiceKind.OPENAI;
    Optional<JsonNode> answer = questions.door(settings.under(openAi ? "/models" : "/api/tags"));
    List<JsonNode> entries = new ArrayList<>();
    answer.ifPresent(json -> json.path(openAi ? "data" : "models").forEach(entries::add));
    return new Catalogue(settings, List.copyOf(entries));
  }

  private String nameOf(JsonNode entry) {
    return entry.path(settings.kind() == ServiceKind.OPENAI ? "id" : "name").asText();
  }

  /** The names of what is served. */
  List<String> served() {
    return entries.stream().map(this::nameOf).toList();
  }

  /** The served name that is meant: the configured one, or the only one. */
  Optional<String> name() {
    List<String> served = served();
    Optional<String> model = settings.model();
    if (model.isEmpty()) {
      return served.size() == 1 ? Optional.of(served.get(0)) : Optional.empty();
    }
    if (served.isEmpty() || served.contains(model.get())) {
      return model;
    }
    return Optional.of(model.get() + OLLAMA_DEFAULT_TAG)
        .filter(tagged -> settings.kind() == ServiceKind.OLLAMA && served.contains(tagged));
  }

  /** What the service says of the model that is meant; a missing node where it says nothing. */
  JsonNode entry() {
    return entries.stream()
        .filter(entry -> name().equals(Optional.of(nameOf(entry))))
        .findFirst()
        .orElse(MissingNode.getInstance());
  }

  /** Why there is no name, if there is none. */
  Optional<Problem> unnamed() {
    if (name().isPresent()) {
      return Optional.empty();
    }
    String what =
        settings
            .model()
            .map(model -> "model '%s' is not served at %s".formatted(model, settings.url()))
            .orElse("'model' is not set, and %s serves not just one".formatted(settings.url()));
    String remedy =
        entries.isEmpty()
            ? "set 'model' to the name under which it is served"
            : "set 'model' to one that is served: " + String.join(", ", served());
    return Optional.of(new Problem(what, remedy));
  }
}
