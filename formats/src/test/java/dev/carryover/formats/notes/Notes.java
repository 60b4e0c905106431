package dev.carryover.formats.notes;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.Allowances;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StoreTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Histories and notes for tests. */
final class Notes {
  private Notes() {}

  /** A history of these texts, said by nobody at no time. */
  static History history(String... texts) {
    List<Event> events = new ArrayList<>();
    for (String text : texts) {
      events.add(new Event("e" + events.size(), Optional.empty(), "", text));
    }
    return new History("h", events);
  }

  static MemoryStore write(
      History history, String cap, String segment, TestWriter writer, StoreTarget target) {
    return new NotesProvider()
        .create(Settings.of(Map.of("cap", cap, "segment", segment)))
        .writer()
        .write(history, Components.NONE.withWriter(writer), 5, target);
  }

  static List<StoredItem> items(MemoryStore store) {
    try (Memory memory = open(store, Allowances.DEFAULT.readerBytes())) {
      return memory.items();
    }
  }

  static Memory open(MemoryStore store, int readerBytes) {
    Components components =
        new Components(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new Allowances(1, readerBytes));
    return new NotesProvider().create(Settings.NONE).reader().open(store, components);
  }

  static String file(MemoryStore store, String name) throws IOException {
    return Files.readString(store.content().resolve(name));
  }
}
