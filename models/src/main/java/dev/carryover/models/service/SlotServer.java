package dev.carryover.models.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.FinishReason;
import dev.carryover.core.Usage;
import dev.carryover.models.service.AttemptFailure.Kind;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a llama.cpp server is asked about its slots, in its own protocol beside {@code /v1}. */
final class SlotServer implements AutoCloseable {
  private final Service service;

  /**
   * @param service closing closes it
   */
  SlotServer(Service service) {
    this.service = service;
  }

  /** What messages call it. */
  String name() {
    return service.name();
  }

  String url() {
    return service.settings().url();
  }

  /** How many slots it has. */
  int slots() {
    URI uri = service.settings().beside("/props");
    return service.call(
        () -> {
          HttpAnswer answer = service.transport().get(uri, service.settings().timeout());
          return count(answer, answer.json().path("total_slots"), "total_slots");
        });
  }

  /**
   * The ids of a text's tokens; words that spell a special token are text.
   *
   * @param first whether the text begins a prompt, and so with what the model begins with
   */
  List<Integer> tokens(String text, boolean first) {
    ObjectNode body =
        Json.MAPPER
            .createObjectNode()
            .put("content", text)
            .put("add_special", first)
            .put("parse_special", false);
    return service.call(
        () -> {
          HttpAnswer answer = post("/tokenize", body);
          List<Integer> ids = new ArrayList<>();
          for (JsonNode id : answer.json().path("tokens")) {
            ids.add(count(answer, id, "token"));
          }
          if (ids.isEmpty() && !text.isEmpty()) {
            throw answer.garbled("no \"tokens\"");
          }
          return ids;
        });
  }

  /** Has a slot go on from a prompt, of which it need not read again what its cache holds. */
  Continued goOn(int slot, List<Integer> prompt, Wish wish) {
    ObjectNode body =
        Json.MAPPER
            .createObjectNode()
            .put("id_slot", slot)
            .put("cache_prompt", true)
            .put("n_predict", wish.maxTokens())
            .put("temperature", wish.temperature())
            .put("n_probs", wish.probabilities());
    service.settings().model().ifPresent(model -> body.put("model", model));
    body.set("prompt", Json.MAPPER.valueToTree(prompt));
    body.set("stop", Json.MAPPER.valueToTree(wish.stop()));
    wish.constraint().forEach((key, value) -> body.set(key, Json.MAPPER.valueToTree(value)));
    return service.call(() -> continued(post("/completion", body)));
  }

  private static Continued continued(HttpAnswer answer) {
    JsonNode json = answer.json();
    if (!json.path("content").isTextual()) {
      throw answer.garbled("no \"content\"");
    }
    JsonNode timings = json.path("timings");
    if (!timings.has("cache_n")) {
      throw new AttemptFailure(
          Kind.REFUSED,
          "it does not tell how much of a slot's cache it used (timings.cache_n); a newer llama.cpp server does");
    }
    return new Continued(
        json.path("content").asText(),
        finish(json.path("stop_type").asText()),
        count(answer, timings.path("cache_n"), "timings.cache_n"),
        count(answer, timings.path("prompt_n"), "timings.prompt_n"),
        count(answer, json.path("tokens_predicted"), "tokens_predicted"),
        json.path("completion_probabilities").path(0).path("top_logprobs"));
  }

  private static FinishReason finish(String stopType) {
    return switch (stopType) {
      case "limit" -> FinishReason.LENGTH;
      case "eos", "word" -> FinishReason.STOP;
      default -> FinishReason.UNKNOWN;
    };
  }

  /** Saves a slot's cache in the server's own folder. */
  Saved save(int slot, String file) {
    return service.call(
        () -> {
          HttpAnswer answer = act(slot, "save", file);
          JsonNode json = answer.json();
          return new Saved(
              count(answer, json.path("n_saved"), "n_saved"), json.path("n_written").asLong());
        });
  }

  /**
   * Fills a slot from a file in the server's own folder.
   *
   * @return why the slot does not hold that cache; empty where it does
   */
  Optional<String> restore(int slot, String file, int positions) {
    HttpAnswer answer =
        service.call(
            () -> {
              HttpAnswer said = act(slot, "restore", file);
              if (said.status() != 400) {
                said.json();
              }
              return said;
            });
    if (answer.status() == 400) {
      return Optional.of(
          "%s does not restore '%s': %s; the file is missing from its slot folder or damaged, or another architecture's"
              .formatted(name(), file, answer.words()));
    }
    JsonNode restored = answer.json().path("n_restored");
    return restored.canConvertToInt() && restored.asInt() == positions
        ? Optional.empty()
        : Optional.of(
            "%s restored %s positions of '%s', which has %d: it is not the cache that was kept"
                .formatted(name(), restored.asText("no"), file, positions));
  }

  /** Empties a slot. */
  void erase(int slot) {
    service.call(() -> act(slot, "erase", "").json());
  }

  private HttpAnswer act(int slot, String action, String file) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    if (!file.isEmpty()) {
      body.put("filename", file);
    }
    HttpAnswer answer = post("/slots/" + slot + "?action=" + action, body);
    if (answer.status() == 501) {
      throw new AttemptFailure(
          Kind.REFUSED,
          "it saves no slots: " + answer.words() + "; start it with --slot-save-path");
    }
    return answer;
  }

  private HttpAnswer post(String path, JsonNode body) {
    URI uri = service.settings().beside(path);
    return service.transport().post(uri, Json.bytes(body), service.settings().timeout());
  }

  private static int count(HttpAnswer answer, JsonNode number, String what) {
    if (!number.isIntegralNumber() || !number.canConvertToInt() || number.asInt() < 0) {
      throw answer.garbled("no \"" + what + "\" that is a count");
    }
    return number.asInt();
  }

  @Override
  public void close() {
    service.close();
  }

  /**
   * What is wanted of an answer.
   *
   * @param maxTokens output limit
   * @param constraint more fields of the request
   * @param probabilities how many of the first token's alternatives are to be told
   */
  record Wish(
      int maxTokens,
      double temperature,
      List<String> stop,
      Map<String, Object> constraint,
      int probabilities) {
    /** Nothing but that the prompt is read. */
    static final Wish NOTHING = new Wish(0, 0, List.of(), Map.of(), 0);
  }

  /**
   * How a slot went on.
   *
   * @param reused positions of the prompt that were in its cache
   * @param read positions of the prompt that were not
   * @param probabilities of the first token's alternatives; a missing node where none were wanted
   */
  record Continued(
      String text, FinishReason finish, int reused, int read, int written, JsonNode probabilities) {
    Usage usage() {
      return new Usage(read, written);
    }
  }

  /**
   * A cache that the server saved.
   *
   * @param bytes 0 where it does not tell
   */
  record Saved(int positions, long bytes) {}
}
