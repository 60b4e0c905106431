package dev.carryover.formats.kgfixed;

import dev.carryover.core.Claim;
import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.spi.WriterModel.Written;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes over what a writer claimed: in the order of the events, under ids, with the time of the
 * event in the place of what the writer says, and with what each claim supersedes. What fits
 * neither the schema nor the history is rejected with its reason.
 */
final class Claims {
  private final Schema schema;
  private final Map<String, Event> events = new LinkedHashMap<>();
  private final Map<String, Integer> order = new HashMap<>();
  private final List<Rejection> rejected = new ArrayList<>();

  /**
   * What was not stored.
   *
   * @param reason in words
   * @param said what the writer said
   */
  record Rejection(String reason, String said) {}

  /**
   * What is stored, and what is not.
   *
   * @param claims in the order of the events
   * @param rejected in the order in which they were found
   */
  record Taken(List<StoredClaim> claims, List<Rejection> rejected) {
    Taken {
      claims = List.copyOf(claims);
      rejected = List.copyOf(rejected);
    }
  }

  private Claims(Schema schema, History history) {
    this.schema = schema;
    for (Event event : history.events()) {
      order.put(event.id(), order.size());
      events.put(event.id(), event);
    }
  }

  static Taken take(Written<List<Claim>> written, Schema schema, History history) {
    return new Claims(schema, history).take(written);
  }

  private Taken take(Written<List<Claim>> written) {
    written.rejected().forEach(said -> rejected.add(new Rejection("not in the form asked", said)));
    List<Claim> valid = new ArrayList<>();
    for (Claim claim : written.content()) {
      Optional<Rejection> reason = against(claim);
      if (reason.isPresent()) {
        rejected.add(reason.get());
      } else {
        valid.add(claim);
      }
    }
    valid.sort(Comparator.comparingInt(claim -> order.getOrDefault(claim.event(), 0)));
    return new Taken(stored(valid), rejected);
  }

  private Optional<Rejection> against(Claim claim) {
    if (schema.claims().relation(claim.relation()).isEmpty()) {
      return Optional.of(foreign(claim));
    }
    return events.containsKey(claim.event())
        ? Optional.empty()
        : Optional.of(
            new Rejection("the history has no event '" + claim.event() + "'", line(claim)));
  }

  /** What becomes of a claim whose relation the schema does not know. */
  static Rejection foreign(Claim claim) {
    return new Rejection("the schema has no relation '" + claim.relation() + "'", line(claim));
  }

  private List<StoredClaim> stored(List<Claim> claims) {
    List<Optional<String>> superseded = Succession.of(claims, schema.claims());
    List<StoredClaim> stored = new ArrayList<>();
    for (int place = 0; place < claims.size(); place++) {
      stored.add(stored(Succession.id(place), claims.get(place), superseded.get(place)));
    }
    return stored;
  }

  private StoredClaim stored(String id, Claim claim, Optional<String> superseded) {
    Event event = events.get(claim.event());
    if (event == null) {
      throw new IllegalStateException("no event '" + claim.event() + "'");
    }
    Claim timed =
        new Claim(
            claim.subject(),
            claim.relation(),
            claim.object(),
            claim.source(),
            claim.event(),
            event.time());
    return new StoredClaim(id, timed, superseded, Wholeness.of(timed, event));
  }

  private static String line(Claim claim) {
    return String.join(" | ", claim.event(), claim.subject(), claim.relation(), claim.object());
  }
}
