package dev.carryover.core.spi;

import dev.carryover.core.MemoryStore;
import java.util.Set;

/** Makes altered copies of stores: the controls that show what a measure is worth. */
public interface StoreEditor {
  /** An alteration. */
  enum Edit {
    /** Nothing is left. */
    EMPTY,
    /** Every vector belongs to another item: retrieval has no more sense than chance. */
    SHUFFLED
  }

  /** The alterations that it can make. */
  Set<Edit> edits();

  /**
   * An altered copy.
   *
   * @param seed of every random choice
   * @throws IllegalArgumentException if the edit is not among {@link #edits()}
   */
  MemoryStore edit(MemoryStore store, Edit edit, long seed, StoreTarget target);
}
