package dev.carryover.core.spi;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest;
import java.io.IOException;
import java.nio.file.Path;

/** Where a store goes. Either the whole store appears, under its manifest, or none of it. */
public interface StoreTarget {
  /**
   * Makes the store.
   *
   * @param description becomes the manifest, with size and checksum of the content added
   * @param content fills the content folder that it is given
   * @throws java.io.UncheckedIOException if the disk is full, read-only or broken
   */
  MemoryStore write(StoreManifest.Description description, ContentWriter content);

  /** Fills a folder. */
  @FunctionalInterface
  interface ContentWriter {
    void writeTo(Path folder) throws IOException;
  }
}
