package dev.carryover.formats.rag;

import dev.carryover.core.StoredItem;
import java.util.List;
import java.util.OptionalInt;

/**
 * A chunk in a store.
 *
 * @param item what readers get
 * @param space number of its vector's space in the manifest; empty in a store without vectors
 */
record RagItem(StoredItem item, OptionalInt space) {
  /** All in one space, number 0. */
  static List<RagItem> inOneSpace(List<StoredItem> items) {
    return items.stream().map(item -> new RagItem(item, OptionalInt.of(0))).toList();
  }

  /** In no space at all. */
  static List<RagItem> withoutVectors(List<StoredItem> items) {
    return items.stream().map(item -> new RagItem(item, OptionalInt.empty())).toList();
  }
}
