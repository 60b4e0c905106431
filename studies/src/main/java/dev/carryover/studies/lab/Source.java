package dev.carryover.studies.lab;

import dev.carryover.studies.frame.Item;
import java.util.List;
import java.util.Objects;

/**
 * A text with items about it.
 *
 * @param id unique within a study
 * @param passages of the text, in order
 * @param items that the text answers
 */
public record Source(String id, List<String> passages, List<Item> items) {
  public Source {
    Objects.requireNonNull(id, "id");
    passages = List.copyOf(passages);
    items = List.copyOf(items);
  }

  /** Its text alone, without what is asked about it. */
  Source text() {
    return new Source(id, passages, List.of());
  }
}
