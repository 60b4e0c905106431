package dev.carryover.models.writer;

import dev.carryover.core.Event;
import java.util.List;

/** Notes that are sentences of a history. */
public final class Notes {
  private Notes() {}

  /**
   * A list with a line an event, in order: all the events where they fit, else as many sentences as
   * do, the most salient first, each verbatim; empty where none fits.
   *
   * @param maxBytes what the notes may take, in UTF-8; never exceeded
   */
  public static String of(List<Event> events, int maxBytes, Salience salience) {
    NoteSheet sheet = new NoteSheet(events, maxBytes);
    return sheet.whole().orElseGet(() -> sheet.chosenBy(salience));
  }
}
