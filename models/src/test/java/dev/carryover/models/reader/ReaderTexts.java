package dev.carryover.models.reader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carryover.core.Question;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reading questions with short texts from a resource of JSON lines. */
record ReaderTexts(String family, List<String> passages, Question question, String answer) {
  static List<ReaderTexts> of(String resource) {
    try (InputStream in = ReaderTexts.class.getResourceAsStream(resource)) {
      ObjectMapper json = new ObjectMapper();
      List<ReaderTexts> texts = new ArrayList<>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        texts.add(of(json.readTree(line)));
      }
      return texts;
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }

  private static ReaderTexts of(JsonNode node) {
    List<String> passages = new ArrayList<>();
    node.get("passages").forEach(passage -> passages.add(passage.asText()));
    return new ReaderTexts(
        node.get("family").asText(),
        passages,
        new Question(node.get("question").asText()),
        node.get("answer").asText());
  }

  /** Whether the built-in reader answers it. */
  boolean answeredBy(ExtractiveReader reader) {
    return reader.answer(question, passages).text().equals(answer);
  }
}
