package dev.carryover.migrations.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder that is gone when it is closed. */
record ScratchFolder(Path path) implements AutoCloseable {
  static ScratchFolder make() {
    try {
      return new ScratchFolder(Files.createTempDirectory("carryover-"));
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder can be made: " + e, e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> paths = Files.walk(path)) {
      List<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.delete(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("temporary folder " + path + " cannot be deleted: " + e, e);
    }
  }
}
