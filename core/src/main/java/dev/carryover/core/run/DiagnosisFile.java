package dev.carryover.core.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code diagnosis.jsonl}: the texts behind lost answers, so that a diagnosis can be rendered again
 * without the histories. A line that names the schema, then one for each answer.
 */
final class DiagnosisFile {
  private static final String NAME = "diagnosis.jsonl";
  private static final String SCHEMA = "carryover.diagnosis/1";

  private DiagnosisFile() {}

  /** Replaces the file as a whole. */
  static void write(Path folder, List<ProbeTexts> texts) throws IOException {
    StringBuilder lines = new StringBuilder();
    lines.append(Json.MAPPER.writeValueAsString(Map.of("schema", SCHEMA)));
    lines.append('\n');
    for (ProbeTexts text : texts) {
      lines.append(Json.MAPPER.writeValueAsString(text)).append('\n');
    }
    AtomicFiles.replace(folder.resolve(NAME), lines.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * What the file holds; nothing where there is none.
   *
   * @throws RunException if it is damaged or of a newer version
   */
  static List<ProbeTexts> read(Path folder) {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return List.of();
    }
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read: " + e, e);
    }
    List<ProbeTexts> texts = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      try {
        JsonNode line = Json.MAPPER.readTree(lines.get(i));
        if (i == 0) {
          StoreFolder.requireSchema(file, line, SCHEMA);
        } else {
          texts.add(Json.MAPPER.treeToValue(line, ProbeTexts.class));
        }
      } catch (JsonProcessingException | IllegalArgumentException e) {
        throw new RunException(
            "%s, line %d is damaged (%s); remove the file to report without these texts, or run 'carryover diagnose' again to have it written anew"
                .formatted(file, i + 1, e.getMessage()),
            e);
      }
    }
    return texts;
  }
}
