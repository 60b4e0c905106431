package dev.carryover.formats.notes;

import dev.carryover.core.Event;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Consecutive events that a writer sees in one call.
 *
 * @param events never empty
 * @param textBytes of the events' texts in UTF-8; 0 where all are empty
 */
record Segment(List<Event> events, long textBytes) {
  /**
   * Cuts a history into segments of whole events.
   *
   * @param size of a segment's texts in bytes at most; a longer event is a segment alone
   */
  static List<Segment> cut(List<Event> events, int size) {
    List<Segment> segments = new ArrayList<>();
    List<Event> open = new ArrayList<>();
    long openBytes = 0;
    for (Event event : events) {
      int bytes = event.text().getBytes(StandardCharsets.UTF_8).length;
      if (!open.isEmpty() && openBytes + bytes > size) {
        segments.add(new Segment(List.copyOf(open), openBytes));
        open.clear();
        openBytes = 0;
      }
      open.add(event);
      openBytes += bytes;
    }
    if (!open.isEmpty()) {
      segments.add(new Segment(List.copyOf(open), openBytes));
    }
    return segments;
  }

  /** The first and the last time that its events tell, or the one; empty where they tell none. */
  Optional<String> times() {
    List<String> told = events.stream().flatMap(event -> event.time().stream()).toList();
    if (told.isEmpty()) {
      return Optional.empty();
    }
    String first = told.get(0);
    String last = told.get(told.size() - 1);
    return Optional.of(first.equals(last) ? first : first + " to " + last);
  }
}
