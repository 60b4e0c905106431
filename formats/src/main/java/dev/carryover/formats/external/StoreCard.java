package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The file {@code external.json} beside what the memory wrote: who wrote it, and the word by which
 * the memory knows the store, where it keeps it elsewhere.
 *
 * @param name the memory's
 * @param version the memory's
 * @param store the word
 */
record StoreCard(String name, String version, Optional<String> store) {
  private static final String FILE = "external.json";
  private static final String MEMORY = "memory";
  private static final String VERSION = "version";
  private static final String STORE = "store";

  /** The folder that is the memory's own within a store's content. */
  static Path files(Path content) {
    return content.resolve("files");
  }

  void write(Path content) throws IOException {
    ObjectNode card = Json.object().put(MEMORY, name).put(VERSION, version);
    store.ifPresent(word -> card.put(STORE, word));
    Files.write(content.resolve(FILE), Json.bytes(card));
  }

  /**
   * The card of a store.
   *
   * @throws IncompatibleStoreException if the store is of another format
   */
  static StoreCard of(MemoryStore store) {
    String format = store.manifest().description().format();
    if (!format.equals(ExternalProvider.NAME)) {
      throw new IncompatibleStoreException(
          "the store in '%s' is of format '%s', not %s; open it with its own format"
              .formatted(store.directory(), format, ExternalProvider.NAME));
    }
    Path file = store.content().resolve(FILE);
    try {
      String where = "'" + file + "'";
      ObjectNode card = Json.parse(Files.readAllBytes(file), where);
      return new StoreCard(
          Json.requireText(card, MEMORY, where),
          Json.requireText(card, VERSION, where),
          Json.text(card, STORE, where));
    } catch (ServiceException e) {
      throw new IncompatibleStoreException(
          e.getMessage() + "; the store was not written by this format");
    } catch (IOException e) {
      throw new UncheckedIOException("'%s' cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }
}
