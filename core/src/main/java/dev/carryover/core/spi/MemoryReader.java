package dev.carryover.core.spi;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.StoredItem;
import java.util.List;

/** Opens stores for reading. */
public interface MemoryReader {
  /**
   * Opens a store with the components that will read it. The components need not be the ones that
   * wrote it: that is what an upgrade is.
   *
   * @throws IncompatibleStoreException if these components cannot read this store at all, such as
   *     query vectors of another dimension
   */
  Memory open(MemoryStore store, Components components);

  /** An open store. Safe for use by several threads until it is closed. */
  interface Memory extends AutoCloseable {
    /** What the store holds as text, in its own order; empty where it holds none. */
    List<StoredItem> items();

    /** Whether {@link #items()} is all there is; else the memory cannot tell what it holds. */
    default boolean listsItems() {
      return true;
    }

    /**
     * What comes back for each question, in order. Batches belong together only for speed: an
     * answer depends on its own question and the store alone.
     */
    List<Recollection> read(List<Question> questions);

    @Override
    default void close() {}
  }

  /** These components cannot read this store. */
  final class IncompatibleStoreException extends RuntimeException {
    public IncompatibleStoreException(String message) {
      super(message);
    }
  }
}
