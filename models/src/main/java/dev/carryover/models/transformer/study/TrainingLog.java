package dev.carryover.models.transformer.study;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.spi.StatefulModel.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How a cartridge was trained, as {@code training.json} in its folder says it.
 *
 * @param textTokens of the text that it stands for, which is also the position at which questions
 *     are read
 * @param conversations that it learned from
 * @param losses one a step, in nats a token; empty where the step was skipped
 */
record TrainingLog(
    Study study, int textTokens, int conversations, double rate, List<OptionalDouble> losses) {
  private static final String FILE = "training.json";
  private static final ObjectMapper JSON = new ObjectMapper();

  void write(Path folder) {
    ObjectNode json = JSON.createObjectNode();
    json.put("positions", study.positions());
    json.put("text_tokens", textTokens);
    json.put("question_position", textTokens);
    json.put("conversations_wanted", study.conversations());
    json.put("conversations", conversations);
    json.put("steps", study.steps());
    json.put("seed", study.seed());
    json.put("learning_rate", rate);
    json.put("start", study.start().isPresent() ? "warm" : "first tokens");
    study.start().ifPresent(warm -> json.put("replay", warm.replay()));
    ArrayNode skipped = json.putArray("skipped_steps");
    ArrayNode loss = json.putArray("loss");
    for (int step = 0; step < losses.size(); step++) {
      OptionalDouble each = losses.get(step);
      if (each.isPresent()) {
        loss.add((float) each.getAsDouble());
      } else {
        skipped.add(step);
      }
    }
    try {
      Files.writeString(
          folder.resolve(FILE),
          JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n");
    } catch (IOException e) {
      throw new SourceException(
          "the training of a cartridge cannot be kept in '%s': %s"
              .formatted(folder, e.getMessage()),
          e);
    }
  }
}
