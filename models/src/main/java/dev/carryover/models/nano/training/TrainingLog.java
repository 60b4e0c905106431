package dev.carryover.models.nano.training;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.nano.training.Examiner.Mark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a nano model's folder tells about its training, {@code training.json}.
 *
 * @param model its name
 * @param training the fingerprint of recipe, vocabulary and starting weights
 * @param recipe settings
 * @param start what the weights were before
 * @param parameters numbers that were trained
 * @param curve how it went
 * @param examinations what it can do
 */
public record TrainingLog(
    String model,
    String training,
    Recipe recipe,
    String start,
    long parameters,
    Curve curve,
    List<Examination> examinations) {
  /** The file's name. */
  public static final String FILE = "training.json";

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.INDENT_OUTPUT);

  public TrainingLog {
    examinations = List.copyOf(examinations);
  }

  /**
   * A set of questions and how they were answered.
   *
   * @param name what is special about the set
   * @param sentences of every document
   * @param families marks by family
   */
  public record Examination(String name, int sentences, Map<String, Mark> families) {}

  /**
   * The fingerprint of the training that a folder's model came from; nothing where it holds none.
   *
   * @throws SourceException if its log cannot be read
   */
  public static Optional<String> trainingIn(Path folder) {
    Path log = folder.resolve(FILE);
    if (!Files.exists(log)) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(log.toFile()).path("training").asText());
    } catch (IOException e) {
      throw new SourceException(log + " cannot be read: " + e.getMessage(), e);
    }
  }

  String toJson() {
    try {
      return JSON.writeValueAsString(this) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a training log that cannot be written", e);
    }
  }
}
