package dev.carryover.core;

import java.util.Objects;
import java.util.Optional;

/**
 * One statement that a writer took from an event, in the words of a schema (spec 1.2).
 *
 * @param subject what it is about, never blank
 * @param relation one of the schema's, by name
 * @param object the value, or another subject; never blank
 * @param source who says so, where the event names a party
 * @param event id of the event that it was taken from
 * @param time of the event, as the event writes it
 */
public record Claim(
    String subject,
    String relation,
    String object,
    Optional<String> source,
    String event,
    Optional<String> time) {
  public Claim {
    Texts.requireNotBlank("subject", subject);
    Texts.requireNotBlank("relation", relation);
    Texts.requireNotBlank("object", object);
    Objects.requireNonNull(source, "source");
    Texts.requireNotBlank("event", event);
    Objects.requireNonNull(time, "time");
  }
}
