package dev.carryover.formats.state;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The content of a store: a folder {@code state} with what the model kept, in the model's own form.
 * A store that stands for no text has none: nothing that was read belongs to any model.
 */
public final class StateContent {
  private static final String FOLDER = "state";

  private StateContent() {}

  /** Where the state lies below a store's content. */
  static Path in(Path content) {
    return content.resolve(FOLDER);
  }

  /**
   * The state in a store; nothing where the store stands for no text.
   *
   * @throws IncompatibleStoreException if the store is of another format
   */
  public static Optional<Path> of(MemoryStore store, String format) {
    String is = store.manifest().description().format();
    if (!is.equals(format)) {
      throw new IncompatibleStoreException(
          "the store in '%s' is of format '%s', not %s; open it with its own format"
              .formatted(store.directory(), is, format));
    }
    return Optional.of(in(store.content())).filter(Files::isDirectory);
  }
}
