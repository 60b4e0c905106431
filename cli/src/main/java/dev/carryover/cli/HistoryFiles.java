package dev.carryover.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes histories and questions in the JSON-lines form that the {@code jsonl} source reads. */
final class HistoryFiles {
  private HistoryFiles() {}

  static void write(List<ProbedHistory> histories, Path folder) {
    try {
      Files.createDirectories(folder);
      WholeFile.write(folder.resolve("histories.jsonl"), file -> writeHistories(file, histories));
      WholeFile.write(folder.resolve("questions.jsonl"), file -> writeQuestions(file, histories));
    } catch (IOException e) {
      throw new UncheckedIOException("histories cannot be written to " + folder + ": " + e, e);
    }
  }

  private static void writeHistories(Writer file, List<ProbedHistory> histories)
      throws IOException {
    try (JsonGenerator json = generator(file)) {
      for (ProbedHistory probed : histories) {
        writeHistory(json, probed);
      }
    }
  }

  private static void writeQuestions(Writer file, List<ProbedHistory> histories)
      throws IOException {
    try (JsonGenerator json = generator(file)) {
      for (ProbedHistory probed : histories) {
        for (Probe probe : probed.probes()) {
          writeQuestion(json, probed.history().id(), probe);
        }
      }
    }
  }

  private static JsonGenerator generator(Writer file) throws IOException {
    return new JsonFactory().createGenerator(file).setPrettyPrinter(new MinimalPrettyPrinter("\n"));
  }

  private static void writeHistory(JsonGenerator json, ProbedHistory probed) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", probed.history().id());
    json.writeArrayFieldStart("messages");
    for (Event event : probed.history().events()) {
      json.writeStartObject();
      json.writeStringField("id", event.id());
      json.writeStringField("speaker", event.speaker());
      json.writeStringField("content", event.text());
      if (event.time().isPresent()) {
        json.writeStringField("time", event.time().get());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeQuestion(JsonGenerator json, String history, Probe probe)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("history", history);
    json.writeStringField("question", probe.question().text());
    if (probe.answer().isPresent()) {
      json.writeStringField("answer", probe.answer().get().text());
    }
    json.writeArrayFieldStart("evidence");
    for (Evidence evidence : probe.evidence()) {
      json.writeString(evidence.event());
    }
    json.writeEndArray();
    json.writeStringField("family", probe.family());
    json.writeEndObject();
  }
}
