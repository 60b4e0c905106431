package dev.carryover.core;

import java.util.Objects;
import java.util.Optional;

/**
 * One thing that happened: a chat turn, a log line, a message.
 *
 * @param id unique within its history, never blank
 * @param time when, as the source writes it; order is the history's, not this text's
 * @param speaker who said it; empty where nobody is named
 * @param text verbatim; may be empty
 */
public record Event(String id, Optional<String> time, String speaker, String text) {
  public Event {
    Texts.requireNotBlank("event id", id);
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(speaker, "speaker");
    Objects.requireNonNull(text, "text");
  }

  /**
   * The event as a line of a transcript: {@code speaker: text}, or the text where nobody speaks.
   */
  public String asLine() {
    return speaker.isEmpty() ? text : speaker + ": " + text;
  }

  /** What was said, by whom and, where that is known, when: {@code [time] speaker: text}. */
  public String asDatedLine() {
    return time.map(when -> "[" + when + "] ").orElse("") + asLine();
  }
}
