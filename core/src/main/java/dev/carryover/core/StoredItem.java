package dev.carryover.core;

import java.util.List;
import java.util.Objects;

/**
 * One text in a store, with the events that it stems from.
 *
 * @param id unique within its store
 * @param text as the reader will see it
 * @param sources the events in it; empty where the format cannot tell
 */
public record StoredItem(String id, String text, List<Source> sources) {
  public StoredItem {
    Texts.requireNotBlank("item id", id);
    Objects.requireNonNull(text, "text");
    sources = List.copyOf(sources);
  }

  /**
   * An event that an item stems from.
   *
   * @param event the event's id
   * @param whole whether the item holds all of it; the parts of a split event are partial
   */
  public record Source(String event, boolean whole) {
    public Source {
      Texts.requireNotBlank("source event id", event);
    }
  }
}
