package dev.carryover.core.spi;

import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;

/** Persists a history. */
public interface MemoryWriter {
  /**
   * Writes the whole history. An empty history gives an empty store.
   *
   * @param seed of every random choice
   */
  MemoryStore write(History history, Components components, long seed, StoreTarget target);
}
