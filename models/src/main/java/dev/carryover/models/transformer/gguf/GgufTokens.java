package dev.carryover.models.transformer.gguf;

import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.JsonTokens;
import dev.carryover.models.transformer.Tokens;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.SortedSet;

/** The tokenizer of a file's own tables. */
final class GgufTokens {
  private GgufTokens() {}

  /**
   * Rebuilds it from the file's tables, for the caller to close.
   *
   * @param size rows of the embedding
   * @throws SourceException if it is of a kind that cannot be rebuilt
   */
  static Tokens of(
      Path file, String json, OptionalInt beginning, SortedSet<Integer> ends, int size) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    try {
      return new JsonTokens(JsonTokens.tokenizer(bytes), beginning, ends, size, bytes);
    } catch (IOException | RuntimeException e) {
      throw Damage.broken(file, "its tokenizer cannot be rebuilt (" + e.getMessage() + ")");
    }
  }
}
