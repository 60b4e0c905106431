package dev.carryover.core.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.AnswerMark;
import dev.carryover.core.FinishReason;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Failed;
import dev.carryover.core.Observation.Outcome;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Observation.Unscored;
import dev.carryover.core.Reply;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.RetrievalTrace.EvidenceFate;
import dev.carryover.core.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** One observation as a JSON object, without class names. */
final class ObservationJson {
  private ObservationJson() {}

  static ObjectNode toJson(Observation observation) {
    ObjectNode json = Json.MAPPER.createObjectNode();
    json.put("cell", observation.cell());
    json.put("probe", observation.probe());
    json.put("family", observation.family());
    observation
        .outcome()
        .fold(
            scored -> putScored(json, scored),
            unscored -> json.put("outcome", "unscored").put("reason", unscored.reason()),
            failed -> json.put("outcome", "failed").put("reason", failed.reason()));
    observation.reply().ifPresent(reply -> putReply(json, reply));
    ArrayNode retrieved = json.putArray("retrieved");
    observation.retrieved().forEach(retrieved::add);
    json.put("latency_us", observation.latencyMicros());
    return json;
  }

  static Observation fromJson(JsonNode json) {
    List<String> retrieved = new ArrayList<>();
    required(json, "retrieved").forEach(item -> retrieved.add(item.asText()));
    return new Observation(
        required(json, "cell").asText(),
        required(json, "probe").asText(),
        required(json, "family").asText(),
        outcome(json),
        reply(json),
        retrieved,
        json.path("latency_us").asLong());
  }

  private static ObjectNode putScored(ObjectNode json, Scored scored) {
    json.put("outcome", "scored");
    scored.answer().ifPresent(mark -> json.put("mark", mark.label()));
    scored.retrieval().ifPresent(trace -> putTrace(json, trace));
    return json;
  }

  private static void putTrace(ObjectNode json, RetrievalTrace trace) {
    ArrayNode evidence = json.putArray("evidence");
    for (EvidenceFate fate : trace.evidence()) {
      ObjectNode entry = evidence.addObject().put("event", fate.event()).put("kept", fate.kept());
      fate.rank().ifPresent(rank -> entry.put("rank", rank));
    }
    json.put("ranked", trace.ranked());
    trace.firstHit().ifPresent(rank -> json.put("first_hit", rank));
    json.put("items", trace.items());
  }

  private static void putReply(ObjectNode json, Reply reply) {
    json.put("answer", reply.text());
    json.put("finish", reply.finish().name().toLowerCase(Locale.ROOT));
    json.put("tokens_in", reply.usage().tokensIn());
    json.put("tokens_out", reply.usage().tokensOut());
  }

  private static Outcome outcome(JsonNode json) {
    String outcome = required(json, "outcome").asText();
    return switch (outcome) {
      case "scored" -> new Scored(mark(json), trace(json));
      case "unscored" -> new Unscored(required(json, "reason").asText());
      case "failed" -> new Failed(required(json, "reason").asText());
      default -> throw new IllegalArgumentException("unknown outcome '" + outcome + "'");
    };
  }

  private static Optional<AnswerMark> mark(JsonNode json) {
    return json.has("mark")
        ? Optional.of(
            AnswerMark.valueOf(
                json.path("mark").asText().toUpperCase(Locale.ROOT).replace('-', '_')))
        : Optional.empty();
  }

  private static Optional<RetrievalTrace> trace(JsonNode json) {
    if (!json.has("evidence")) {
      return Optional.empty();
    }
    List<EvidenceFate> fates = new ArrayList<>();
    for (JsonNode fate : json.path("evidence")) {
      fates.add(
          new EvidenceFate(
              required(fate, "event").asText(),
              required(fate, "kept").asBoolean(),
              rank(fate, "rank")));
    }
    return Optional.of(
        new RetrievalTrace(
            fates,
            required(json, "ranked").asBoolean(),
            rank(json, "first_hit"),
            required(json, "items").asInt()));
  }

  private static Optional<Reply> reply(JsonNode json) {
    if (!json.has("answer")) {
      return Optional.empty();
    }
    return Optional.of(
        new Reply(
            json.path("answer").asText(),
            FinishReason.valueOf(required(json, "finish").asText().toUpperCase(Locale.ROOT)),
            new Usage(json.path("tokens_in").asLong(), json.path("tokens_out").asLong())));
  }

  private static OptionalInt rank(JsonNode json, String field) {
    return json.has(field) ? OptionalInt.of(json.path(field).asInt()) : OptionalInt.empty();
  }

  private static JsonNode required(JsonNode json, String field) {
    JsonNode value = json.get(field);
    if (value == null) {
      throw new IllegalArgumentException("no '" + field + "'");
    }
    return value;
  }
}
