package dev.carryover.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file wholly or not at all: a full disk leaves what was there before. */
final class WholeFile {
  private WholeFile() {}

  /** Fills a file. */
  interface Content {
    void writeTo(Writer writer) throws IOException;
  }

  static void write(Path file, Content content) throws IOException {
    Path temporary = file.resolveSibling("." + file.getFileName() + ".tmp");
    try {
      try (Writer writer = Files.newBufferedWriter(temporary, StandardCharsets.UTF_8)) {
        content.writeTo(writer);
      }
      Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
