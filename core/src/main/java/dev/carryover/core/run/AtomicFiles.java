package dev.carryover.core.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes that either happen wholly or not at all, and that survive a power cut once they did. */
final class AtomicFiles {
  private AtomicFiles() {}

  /** Replaces a file as a whole. */
  static void replace(Path file, byte[] content) throws IOException {
    Path temporary = file.resolveSibling("." + file.getFileName() + ".tmp");
    try {
      Files.write(temporary, content);
      sync(temporary);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      discard(temporary, e);
      throw e;
    }
    syncFolder(file.resolveSibling("."));
  }

  /** Gives a finished folder its final name. */
  static void publish(Path temporary, Path folder) throws IOException {
    Files.move(temporary, folder, StandardCopyOption.ATOMIC_MOVE);
    syncFolder(folder.resolveSibling("."));
  }

  /** Makes a file's content durable. */
  static void sync(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Makes the names in a folder durable. */
  static void syncFolder(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Some systems (Windows) cannot open a folder; there the rename is as durable as it gets.
    }
  }

  private static void discard(Path temporary, IOException because) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }
}
