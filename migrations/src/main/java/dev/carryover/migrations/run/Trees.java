package dev.carryover.migrations.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Folders with all that is in them. */
final class Trees {
  private Trees() {}

  /** The files and folders below a folder, each after the folder that it lies in, sorted. */
  static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.sorted().toList();
    }
  }

  /** What lies in a folder itself, sorted. */
  static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.sorted().toList();
    }
  }

  /** Deletes a file, or a folder with all that is in it, if it is there. */
  static void delete(Path path) throws IOException {
    if (Files.exists(path)) {
      List<Path> paths = new ArrayList<>(list(path));
      Collections.reverse(paths);
      for (Path each : paths) {
        Files.delete(each);
      }
    }
  }

  /**
   * Copies what is in a folder.
   *
   * @param to a folder that is there
   */
  static void copy(Path from, Path to) throws IOException {
    for (Path path : list(from)) {
      Path target = to.resolve(from.relativize(path).toString());
      if (Files.isDirectory(path)) {
        Files.createDirectories(target);
      } else {
        Files.copy(path, target);
      }
    }
  }
}
