package dev.carryover.core.run;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.carryover.core.AnswerMark;
import dev.carryover.core.FinishReason;
import dev.carryover.core.FreeTextScore;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Failed;
import dev.carryover.core.Observation.Outcome;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Observation.Unscored;
import dev.carryover.core.Reply;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.RetrievalTrace.EvidenceFate;
import dev.carryover.core.Usage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Reads what {@link ObservationJson} writes, token by token: a run has hundreds of thousands of
 * observations. Fields may come in any order; unknown ones are left out.
 */
final class ObservationParser {
  private static final String KL = "next_token_kl";

  private final JsonParser in;
  private final Map<String, String> known;
  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, Long> numbers = new HashMap<>();
  private final Map<String, Double> fractions = new HashMap<>();
  private final List<String> retrieved = new ArrayList<>();
  private final List<EvidenceFate> evidence = new ArrayList<>();
  private boolean ranked;

  private ObservationParser(JsonParser in, Map<String, String> known) {
    this.in = in;
    this.known = known;
  }

  /**
   * The observation of a line.
   *
   * @param known ids and names so far, each to be held in memory once
   * @throws IOException if it is no JSON object
   * @throws IllegalArgumentException if it lacks something, or says what is not known
   */
  static Observation parse(byte[] bytes, int from, int length, Map<String, String> known)
      throws IOException {
    try (JsonParser in = Json.MAPPER.createParser(bytes, from, length)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("no JSON object");
      }
      ObservationParser parser = new ObservationParser(in, known);
      parser.readFields();
      if (in.nextToken() != null) {
        throw new IllegalArgumentException("more than one JSON value");
      }
      return parser.observation();
    }
  }

  private void readFields() throws IOException {
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String field = in.currentName();
      switch (in.nextToken()) {
        case VALUE_STRING -> texts.put(field, in.getText());
        case VALUE_NUMBER_INT -> numbers.put(field, in.getLongValue());
        case VALUE_NUMBER_FLOAT -> fractions.put(field, in.getDoubleValue());
        case VALUE_TRUE -> ranked |= field.equals("ranked");
        case START_ARRAY -> readArray(field);
        default -> in.skipChildren();
      }
    }
  }

  private void readArray(String field) throws IOException {
    switch (field) {
      case "retrieved" -> {
        while (in.nextToken() != JsonToken.END_ARRAY) {
          retrieved.add(once(in.getText()));
        }
      }
      case "evidence" -> {
        while (in.nextToken() == JsonToken.START_OBJECT) {
          evidence.add(readFate());
        }
      }
      default -> in.skipChildren();
    }
  }

  private EvidenceFate readFate() throws IOException {
    Optional<String> event = Optional.empty();
    boolean kept = false;
    OptionalInt rank = OptionalInt.empty();
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "event" -> event = Optional.of(once(in.getText()));
        case "kept" -> kept = in.getBooleanValue();
        case "rank" -> rank = OptionalInt.of(in.getIntValue());
        default -> in.skipChildren();
      }
    }
    return new EvidenceFate(event.orElseThrow(() -> missing("event")), kept, rank);
  }

  private Observation observation() {
    return new Observation(
        once(text("cell")),
        once(text("probe")),
        once(text("family")),
        outcome(),
        reply(),
        retrieved,
        number("latency_us"),
        fractions.containsKey(KL) ? OptionalDouble.of(fraction(KL)) : OptionalDouble.empty());
  }

  private Outcome outcome() {
    String outcome = text("outcome");
    return switch (outcome) {
      case "scored" ->
          new Scored(
              mark("mark"),
              words(),
              trace(),
              Optional.ofNullable(texts.get("reason")).map(this::once));
      case "unscored" -> new Unscored(text("reason"));
      case "failed" -> new Failed(text("reason"));
      default -> throw new IllegalArgumentException("unknown outcome '" + outcome + "'");
    };
  }

  private Optional<AnswerMark> mark(String field) {
    return Optional.ofNullable(texts.get(field))
        .map(mark -> AnswerMark.valueOf(mark.toUpperCase(Locale.ROOT).replace('-', '_')));
  }

  private Optional<FreeTextScore> words() {
    return mark("words").map(mark -> new FreeTextScore(mark, fraction("token_f1")));
  }

  private Optional<RetrievalTrace> trace() {
    if (evidence.isEmpty()) {
      return Optional.empty();
    }
    OptionalInt firstHit =
        numbers.containsKey("first_hit")
            ? OptionalInt.of(Math.toIntExact(number("first_hit")))
            : OptionalInt.empty();
    return Optional.of(
        new RetrievalTrace(evidence, ranked, firstHit, Math.toIntExact(number("items"))));
  }

  private Optional<Reply> reply() {
    if (!texts.containsKey("answer")) {
      return Optional.empty();
    }
    return Optional.of(
        new Reply(
            text("answer"),
            FinishReason.valueOf(text("finish").toUpperCase(Locale.ROOT)),
            new Usage(number("tokens_in"), number("tokens_out"))));
  }

  private String once(String name) {
    String there = known.putIfAbsent(name, name);
    return there == null ? name : there;
  }

  private String text(String field) {
    String text = texts.get(field);
    if (text == null) {
      throw missing(field);
    }
    return text;
  }

  private long number(String field) {
    Long number = numbers.get(field);
    if (number == null) {
      throw missing(field);
    }
    return number;
  }

  private double fraction(String field) {
    Double fraction = fractions.get(field);
    if (fraction == null) {
      throw missing(field);
    }
    return fraction;
  }

  private static IllegalArgumentException missing(String field) {
    return new IllegalArgumentException("no '" + field + "'");
  }
}
