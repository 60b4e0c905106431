package dev.carryover.core;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What happened, in order: the fixed input of every memory under test.
 *
 * @param id unique within a run, never blank
 * @param events oldest first, their ids unique within the history; may be empty
 */
public record History(String id, List<Event> events) {
  public History {
    Texts.requireNotBlank("history id", id);
    events = List.copyOf(events);
    Set<String> seen = new HashSet<>();
    for (Event event : events) {
      if (!seen.add(event.id())) {
        throw new IllegalArgumentException(
            "history '" + id + "' holds two events with the id '" + event.id() + "'");
      }
    }
  }

  /** The event with this id, or nothing. */
  public Optional<Event> event(String eventId) {
    return events.stream().filter(event -> event.id().equals(eventId)).findFirst();
  }

  /** Size of all event texts in UTF-8 bytes. */
  public long textBytes() {
    return events.stream().mapToLong(event -> Texts.utf8Length(event.text())).sum();
  }
}
