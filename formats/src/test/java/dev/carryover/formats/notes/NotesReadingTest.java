package dev.carryover.formats.notes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.testkit.FolderStores;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotesReadingTest {
  private static final List<String> TEXTS =
      List.of(
          "The ferry leaves at six.",
          "Ticket QX-4821 was closed by Omar.",
          "The ferries were late, so the ferry crew of Omar waited at the ferry house.",
          "She walks her dogs.");
  private static final int ALL_BYTES = 24 + 34 + 75 + 19;

  @TempDir private Path folder;
  private MemoryStore store;

  @BeforeEach
  void writeNotes() {
    store =
        Notes.write(
            Notes.history(TEXTS.toArray(String[]::new)),
            "1KiB",
            "30",
            TestWriter.ofFirstEvents(),
            new FolderStores(folder).target("s"));
  }

  private Passages read(int readerBytes, String question) {
    try (Memory memory = Notes.open(store, readerBytes)) {
      return (Passages) memory.read(List.of(new Question(question))).get(0);
    }
  }

  @Test
  void notesThatFitAreReadWholeInTheirOrder() {
    Passages passages = read(ALL_BYTES, "When does the ferry leave?");

    assertThat(passages.ranked()).isFalse();
    assertThat(passages.items()).isEqualTo(Notes.items(store));
    assertThat(passages.texts()).isEqualTo(TEXTS);
  }

  @Test
  void oneByteLessAndTheBestOfThemAreFound() {
    Passages passages = read(ALL_BYTES - 1, "who closed QX-4821 and walked dogs?");

    assertThat(passages.ranked()).isTrue();
    assertThat(passages.items()).isSubsetOf(Notes.items(store));
    assertThat(passages.texts()).containsExactly(TEXTS.get(1), TEXTS.get(3));
  }

  @Test
  void asManyAreReadAsFitAndALongOneMakesRoomForTheNext() {
    assertThat(read(60, "the ferry house of Omar").texts())
        .containsExactlyInAnyOrder(TEXTS.get(0), TEXTS.get(1));
    assertThat(read(50, "the ferry of Omar who closed a ticket").texts())
        .containsExactly(TEXTS.get(1));
    assertThat(read(1, "the ferry house of Omar").items()).isEmpty();
  }

  @Test
  void aQuestionThatSharesNoWordFindsNothing() {
    assertThat(read(100, "what of the violin?")).isEqualTo(new Passages(List.of(), true));
  }

  @Test
  void whatIsSearchedIsAllThatAMemoryHolds() {
    try (Memory memory = Notes.open(store, 10)) {
      assertThat(memory.items()).extracting(StoredItem::text).isEqualTo(TEXTS);
    }
  }

  @Test
  void searchingLeavesTheContentAsItIs() {
    read(60, "ferry");
    read(60, "ferry");

    assertThat(FolderStores.sha256(store.content())).isEqualTo(store.manifest().sha256());
  }
}
