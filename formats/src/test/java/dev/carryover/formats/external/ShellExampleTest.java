package dev.carryover.formats.external;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.StoredItem;
import dev.carryover.core.StoredItem.Source;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.FolderStores;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example for the shell returns what a reader can answer from, and tells nothing else. */
class ShellExampleTest {
  @TempDir private Path folder;
  private final MemoryFormat format =
      new ExternalProvider()
          .create(
              Settings.of(
                  Map.of("command", Examples.command("sh", "external_memory.sh"), "k", "2")));

  @AfterEach
  void close() {
    format.close();
  }

  private Memory memory(String name, Event... events) {
    MemoryStore store =
        format
            .writer()
            .write(
                new History(name, List.of(events)),
                Components.NONE,
                1,
                new FolderStores(folder).target(name));
    return format.reader().open(store, Components.NONE);
  }

  private static Event event(String id, String text) {
    return new Event(id, Optional.of("8 May"), "Ana", text);
  }

  @Test
  void itReturnsTheLinesThatShareMostWordsBestFirst() {
    String quoted = "The \"gate\" code},{\"id\":\"9\",\"text\":\"is\u00e9\\ QX7752.\n";
    try (Memory memory =
        memory(
            "told",
            event("0", "The locker code is LK1208."),
            event("1", quoted),
            event("2", "Nothing else."),
            event("3", "A gate."))) {
      assertThat(
              memory.read(List.of(new Question("What is the \"gate\" code?"), new Question("?"))))
          .containsExactly(
              new Passages(
                  List.of(
                      new StoredItem("1", quoted, List.of(new Source("1", true))),
                      new StoredItem(
                          "0", "The locker code is LK1208.", List.of(new Source("0", true)))),
                  true),
              new Passages(List.of(), true));
    }
  }

  @Test
  void itTellsNothingOfWhatItHolds() {
    try (Memory memory = memory("told", event("0", "The locker code is LK1208."))) {
      assertThat(memory.listsItems()).isFalse();
      assertThat(memory.items()).isEmpty();
    }
  }

  @Test
  void twoMemoriesThatAreOpenAtOnceDoNotMix() {
    Question question = new Question("code?");
    try (Memory first = memory("first", event("0", "The code is QX7752."));
        Memory second = memory("second", event("0", "The code is LK1208."));
        Memory nothing = memory("nothing")) {
      for (int i = 0; i < 3; i++) {
        assertThat(first.read(List.of(question))).asString().contains("QX7752");
        assertThat(second.read(List.of(question))).asString().contains("LK1208");
        assertThat(nothing.read(List.of(question))).containsExactly(new Passages(List.of(), true));
      }
    }
  }
}
