package dev.carryover.core;

import java.util.Objects;
import java.util.Optional;

/**
 * An event that a probe's answer needs.
 *
 * @param event the event's id
 * @param span the words in it that matter, verbatim, where the source names them
 */
public record Evidence(String event, Optional<String> span) {
  public Evidence {
    Texts.requireNotBlank("evidence event id", event);
    Objects.requireNonNull(span, "span");
  }

  /** Evidence that is the whole event. */
  public static Evidence of(String event) {
    return new Evidence(event, Optional.empty());
  }
}
