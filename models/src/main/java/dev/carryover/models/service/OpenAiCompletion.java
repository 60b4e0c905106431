package dev.carryover.models.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Plain completion in OpenAI's protocol. */
final class OpenAiCompletion implements Protocol {
  private final Transport transport;
  private final URI uri;
  private final Duration timeout;
  private final Constraint constraint;

  OpenAiCompletion(Transport transport, ServiceSettings settings, Constraint constraint) {
    this.transport = transport;
    this.uri = settings.under("/completions");
    this.timeout = settings.timeout();
    this.constraint = constraint;
  }

  @Override
  public Said say(Ask ask) {
    HttpAnswer answer = transport.post(uri, Json.bytes(request(ask)), timeout);
    JsonNode json = answer.json();
    JsonNode choice = json.path("choices").path(0);
    if (!choice.path("text").isTextual()) {
      throw answer.garbled("no \"choices\" with a text");
    }
    Usage usage =
        new Usage(
            Math.max(0, json.path("usage").path("prompt_tokens").asLong()),
            Math.max(0, json.path("usage").path("completion_tokens").asLong()));
    return new Said(
        new Reply(
            choice.path("text").asText(),
            Protocol.finish(choice.path("finish_reason").asText()),
            usage),
        Json.text(json.path("model")),
        Json.text(json.path("system_fingerprint")),
        logProbabilities(choice.path("logprobs")));
  }

  /** OpenAI's form is a list of numbers; llama.cpp gives the form of chat. */
  private static List<Double> logProbabilities(JsonNode logprobs) {
    List<Double> all = new ArrayList<>();
    for (JsonNode number : logprobs.path("token_logprobs")) {
      all.add(number.asDouble());
    }
    for (JsonNode token : logprobs.path("content")) {
      all.add(token.path("logprob").asDouble());
    }
    return all;
  }

  private ObjectNode request(Ask ask) {
    ObjectNode request =
        Json.MAPPER
            .createObjectNode()
            .put("model", ask.model())
            .put("prompt", ask.text())
            .put("temperature", ask.decoding().temperature());
    ask.seed().ifPresent(seed -> request.put("seed", seed));
    List<String> stop = constraint.stop(ask.decoding());
    if (!stop.isEmpty()) {
      request.set("stop", Json.MAPPER.valueToTree(stop));
    }
    if (ask.logProbabilities()) {
      request.put("logprobs", 1);
    }
    int limit = ask.decoding().maxTokens();
    if (ask.decoding().form().isPresent()) {
      constraint
          .fields(ask.decoding().form().get())
          .forEach((name, value) -> request.set(name, Json.MAPPER.valueToTree(value)));
      limit = constraint.limit(limit);
    }
    return request.put("max_tokens", limit);
  }
}
