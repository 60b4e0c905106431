package dev.carryover.models.reader;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads a list of words from the resources beside this class; {@code #} begins a comment. */
final class WordFile {
  private WordFile() {}

  /** The lines of a resource without comments and blank ones. */
  static List<String> lines(String resource) {
    try (InputStream in = WordFile.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the resource '" + resource + "' is missing from the jar");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      List<String> lines = new ArrayList<>();
      for (String line : text.split("\n", -1)) {
        String kept = line.replaceFirst("#.*", "").strip();
        if (!kept.isEmpty()) {
          lines.add(kept);
        }
      }
      return List.copyOf(lines);
    } catch (IOException e) {
      throw new UncheckedIOException("the resource '" + resource + "' cannot be read", e);
    }
  }
}
