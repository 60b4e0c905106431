package dev.carryover.core.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Reply;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.RetrievalTrace.EvidenceFate;
import java.util.Locale;

/** One observation as a JSON object, without class names; {@link ObservationParser} reads it. */
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
    observation.nextTokenKl().ifPresent(nats -> json.put("next_token_kl", nats));
    return json;
  }

  private static ObjectNode putScored(ObjectNode json, Scored scored) {
    json.put("outcome", "scored");
    scored.answer().ifPresent(mark -> json.put("mark", mark.label()));
    scored
        .words()
        .ifPresent(
            words -> json.put("words", words.mark().label()).put("token_f1", words.tokenF1()));
    scored.retrieval().ifPresent(trace -> putTrace(json, trace));
    scored.reason().ifPresent(reason -> json.put("reason", reason));
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
}
