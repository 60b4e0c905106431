package dev.carryover.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Migration files of small upgrades. */
final class Upgrades {
  private Upgrades() {}

  /** Another embedder queries the old vectors; the transcript beside them is not touched. */
  static Path embedder(Path folder) {
    return write(
        folder,
        """
        name: embedder
        histories: 'synthetic:nano?count=6&seed=7'
        formats: [rag, lc-raw]
        old: {embedder: all-minilm-l6-v2-q}
        new: {embedder: e5-small-v2-q}
        """);
  }

  /** A model of another name reads the transcript, by the same rules, which takes no time. */
  static Path model(Path folder) {
    return write(
        folder,
        """
        name: model
        histories: 'synthetic:nano?count=1&seed=7'
        formats: [lc-raw]
        old: {model: extractive-1}
        new: {model: next}
        services:
          next: {kind: extractive-1}
        """);
  }

  /** A model behind a service takes over. */
  static Path service(Path folder, String url, String model) {
    return write(
        folder,
        """
        name: service
        histories: 'synthetic:nano?count=1'
        formats: [lc-raw]
        old: {model: extractive-1}
        new: {model: next}
        services:
          next: {kind: openai, url: '%s', model: '%s', backoff: 5ms}
        """
            .formatted(url, model));
  }

  private static Path write(Path folder, String yaml) {
    try {
      return Files.writeString(folder.resolve("upgrade.yaml"), yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
