package dev.carryover.formats.lcraw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.Role;
import dev.carryover.core.StoredItem;
import dev.carryover.core.StoredItem.Source;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.spi.StoreEditor.Edit;
import dev.carryover.core.testkit.MemoryFormatContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LcRawTest extends MemoryFormatContract {
  private static final History HISTORY =
      new History(
          "h",
          List.of(
              new Event("7", Optional.of("8 May"), "Ana", "I moved.\nTo Porto."),
              new Event("3", Optional.empty(), "", "The lift is broken.")));

  @Override
  protected MemoryFormatProvider provider() {
    return new LcRawProvider();
  }

  @Override
  protected Components components() {
    return Components.NONE;
  }

  @Override
  protected Components upgraded() {
    return Components.NONE;
  }

  @Test
  void theReaderIsGivenEveryEventInOrderWithItsTime() {
    try (Memory memory = format().reader().open(write(HISTORY), Components.NONE)) {
      assertThat(memory.read(List.of(new Question("Where?"), new Question("When?"))))
          .hasSize(2)
          .containsOnly(
              new Passages(
                  List.of(
                      new StoredItem(
                          "7", "[8 May] Ana: I moved.\nTo Porto.", List.of(new Source("7", true))),
                      new StoredItem("3", "The lift is broken.", List.of(new Source("3", true)))),
                  false));
    }
  }

  @Test
  void theTranscriptIsOneEventALineForAnyoneToRead() throws IOException {
    Path file = write(HISTORY).content().resolve("transcript.jsonl");

    assertThat(Files.readAllLines(file))
        .containsExactly(
            "{\"id\":\"7\",\"time\":\"8 May\",\"speaker\":\"Ana\",\"text\":\"I moved.\\nTo Porto.\"}",
            "{\"id\":\"3\",\"speaker\":\"\",\"text\":\"The lift is broken.\"}");
  }

  @Test
  void onlyTheReaderMattersAndNothingIsToRepair() {
    assertThat(format().sensitiveTo()).containsExactly(Role.READER);
    assertThat(format().rankedItems()).isEmpty();
    assertThat(format().repairs()).isEmpty();
    assertThat(format().editor().edits()).containsExactly(Edit.EMPTY);
  }

  @Test
  void vectorsThatAreNotThereCannotBeShuffled() {
    MemoryStore store = write(HISTORY);

    assertThatThrownBy(
            () -> format().editor().edit(store, Edit.SHUFFLED, 1, stores().target("shuffled")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SHUFFLED");
  }

  @Test
  void aTranscriptCutOffInALineIsNamed() throws IOException {
    MemoryStore store = write(HISTORY);
    Path file = store.content().resolve("transcript.jsonl");
    Files.writeString(file, Files.readString(file).substring(0, 90));

    assertThatThrownBy(() -> items(store))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("transcript.jsonl")
        .hasMessageContaining("line 2");
  }
}
