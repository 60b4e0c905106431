package dev.carryover.formats.lcraw;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.carryover.core.Event;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoredItem;
import dev.carryover.formats.JsonLineWriter;
import dev.carryover.formats.JsonLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The content of a store: {@code transcript.jsonl}, one event a line, oldest first. */
final class Transcript {
  private static final String FILE = "transcript.jsonl";

  private Transcript() {}

  static void write(Path folder, List<Event> events) throws IOException {
    try (JsonLineWriter json = new JsonLineWriter(folder.resolve(FILE))) {
      for (Event event : events) {
        json.begin().text("id", event.id());
        if (event.time().isPresent()) {
          json.text("time", event.time().get());
        }
        json.text("speaker", event.speaker()).text("text", event.text()).endLine();
      }
    }
  }

  /** One item an event, under the event's id: {@code [time] speaker: text}. */
  static List<StoredItem> items(MemoryStore store) {
    Path file = store.content().resolve(FILE);
    List<StoredItem> items = new ArrayList<>();
    JsonLines.read(
        file, Integer.MAX_VALUE - 8, (json, line) -> items.add(item(event(json, file, line))));
    return List.copyOf(items);
  }

  private static Event event(JsonParser json, Path file, long line) throws IOException {
    Optional<String> id = Optional.empty();
    Optional<String> time = Optional.empty();
    Optional<String> speaker = Optional.empty();
    Optional<String> text = Optional.empty();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String field = json.currentName();
      json.nextToken();
      Optional<String> value = Optional.of(json.getText());
      switch (field) {
        case "id" -> id = value;
        case "time" -> time = value;
        case "speaker" -> speaker = value;
        case "text" -> text = value;
        default -> throw damaged(file, line, "unknown field '" + field + "'");
      }
    }
    if (id.isEmpty() || speaker.isEmpty() || text.isEmpty()) {
      throw damaged(file, line, "a field is missing");
    }
    return new Event(id.get(), time, speaker.get(), text.get());
  }

  private static RuntimeException damaged(Path file, long line, String what) {
    return JsonLines.problem(file, line, what, "the store was not written by this format");
  }

  private static StoredItem item(Event event) {
    return new StoredItem(
        event.id(), event.asDatedLine(), List.of(new StoredItem.Source(event.id(), true)));
  }
}
