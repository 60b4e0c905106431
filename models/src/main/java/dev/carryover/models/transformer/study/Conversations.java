package dev.carryover.models.transformer.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The conversations of a cartridge in its folder: {@code conversations.jsonl}, one a line. */
public final class Conversations {
  private static final String FILE = "conversations.jsonl";
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .build();

  private Conversations() {}

  /** Writes them. */
  static void write(Path folder, List<Conversation> conversations) {
    StringBuilder lines = new StringBuilder();
    try {
      for (Conversation conversation : conversations) {
        lines.append(JSON.writeValueAsString(conversation)).append('\n');
      }
      Files.writeString(folder.resolve(FILE), lines);
    } catch (IOException e) {
      throw new SourceException(
          "the conversations of a cartridge cannot be kept in '%s': %s"
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  /**
   * Reads them.
   *
   * @param folder of a cartridge
   * @throws SourceException if there are none, or a line is no conversation
   */
  public static List<Conversation> read(Path folder) {
    Path file = folder.resolve(FILE);
    List<Conversation> conversations = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        conversations.add(JSON.readValue(line, Conversation.class));
      }
      return conversations;
    } catch (JsonProcessingException e) {
      throw new SourceException(
          "%s, line %d: no conversation; restore the store or train the cartridge again"
              .formatted(file, conversations.size() + 1),
          e);
    } catch (IOException e) {
      throw new SourceException(
          "'%s' cannot be read: %s; a cartridge keeps its conversations there"
              .formatted(file, e.getMessage()),
          e);
    }
  }
}
