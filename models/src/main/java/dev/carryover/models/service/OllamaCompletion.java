package dev.carryover.models.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Plain completion in Ollama's protocol, without the model's template. */
final class OllamaCompletion implements Protocol {
  private final Transport transport;
  private final URI uri;
  private final Duration timeout;
  private final Constraint constraint;
  private final OptionalInt context;

  OllamaCompletion(
      Transport transport, ServiceSettings settings, Constraint constraint, OptionalInt context) {
    this.transport = transport;
    this.uri = settings.under("/api/generate");
    this.timeout = settings.timeout();
    this.constraint = constraint;
    this.context = context;
  }

  @Override
  public Said say(Ask ask) {
    HttpAnswer answer = transport.post(uri, Json.bytes(request(ask)), timeout);
    JsonNode json = answer.json();
    if (!json.path("response").isTextual()) {
      throw answer.garbled("no \"response\"");
    }
    Usage usage =
        new Usage(
            Math.max(0, json.path("prompt_eval_count").asLong()),
            Math.max(0, json.path("eval_count").asLong()));
    return new Said(
        new Reply(
            json.path("response").asText(),
            Protocol.finish(json.path("done_reason").asText()),
            usage),
        Json.text(json.path("model")),
        Optional.empty(),
        List.of());
  }

  private ObjectNode request(Ask ask) {
    ObjectNode request =
        Json.MAPPER
            .createObjectNode()
            .put("model", ask.model())
            .put("prompt", ask.text())
            .put("raw", true)
            .put("stream", false);
    ObjectNode options = request.putObject("options");
    options.put("temperature", ask.decoding().temperature());
    ask.seed().ifPresent(seed -> options.put("seed", seed));
    context.ifPresent(tokens -> options.put("num_ctx", tokens));
    List<String> stop = constraint.stop(ask.decoding());
    if (!stop.isEmpty()) {
      options.set("stop", Json.MAPPER.valueToTree(stop));
    }
    int limit = ask.decoding().maxTokens();
    if (ask.decoding().form().isPresent() && constraint == Constraint.RESPONSE_FORMAT) {
      request.set(
          "format", Json.MAPPER.valueToTree(Constraint.schema(ask.decoding().form().get())));
      limit = constraint.limit(limit);
    }
    options.put("num_predict", limit);
    return request;
  }
}
