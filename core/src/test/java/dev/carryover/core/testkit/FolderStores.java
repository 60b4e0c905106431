package dev.carryover.core.testkit;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest;
import dev.carryover.core.spi.StoreTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Stores in plain folders, for tests of memory formats: each goes under its name, with its size and
 * checksum counted. Unlike a run's stores they are neither verified nor written atomically.
 *
 * @param root holds one folder for each store
 */
public record FolderStores(Path root) {
  /** Where the store of this name goes; a name that is taken is refused. */
  public StoreTarget target(String name) {
    return (description, content) -> {
      Path directory = root.resolve(name);
      MemoryStore placed = new MemoryStore(directory, unfilled(description));
      try {
        Files.createDirectories(root);
        Files.createDirectory(directory);
        Files.createDirectory(placed.content());
        content.writeTo(placed.content());
      } catch (IOException e) {
        throw new UncheckedIOException("store '" + name + "' cannot be written", e);
      }
      return new MemoryStore(
          directory,
          new StoreManifest(description, bytes(placed.content()), sha256(placed.content())));
    };
  }

  /** SHA-256 over every file's relative path and bytes, in path order, as hex digits. */
  public static String sha256(Path folder) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path file : files(folder)) {
        digest.update(relative(folder, file).getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        digest.update(Files.readAllBytes(file));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StoreManifest unfilled(StoreManifest.Description description) {
    return new StoreManifest(description, 0, "unfilled");
  }

  private static long bytes(Path folder) {
    long bytes = 0;
    for (Path file : files(folder)) {
      try {
        bytes += Files.size(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return bytes;
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile)
          .sorted(java.util.Comparator.comparing(file -> relative(folder, file)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String relative(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }
}
