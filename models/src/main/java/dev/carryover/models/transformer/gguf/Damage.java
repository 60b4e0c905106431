package dev.carryover.models.transformer.gguf;

import dev.carryover.core.spi.SourceException;
import java.nio.file.Path;

/** Why a file cannot be used. */
final class Damage {
  private Damage() {}

  /** The file is not as its format asks. */
  static SourceException broken(Path file, String problem) {
    return unsupported(file, problem, "the file is damaged or no GGUF file: fetch it again");
  }

  /** The file may be sound, but nothing here can compute with it. */
  static SourceException unsupported(Path file, String problem, String remedy) {
    return new SourceException(file + ": " + problem + "; " + remedy);
  }
}
