package dev.carryover.core;

import java.nio.file.Path;
import java.util.Objects;

/**
 * What a format persisted for one history.
 *
 * @param directory holds {@code manifest.json}, {@code content/} and, where a format keeps one, the
 *     derived {@code index/}
 * @param manifest as verified when the store was opened
 */
public record MemoryStore(Path directory, StoreManifest manifest) {
  public MemoryStore {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(manifest, "manifest");
  }

  /** The folder that the manifest's checksum covers. */
  public Path content() {
    return directory.resolve("content");
  }

  /** The folder for what can be rebuilt from the content; it may be missing. */
  public Path index() {
    return directory.resolve("index");
  }
}
