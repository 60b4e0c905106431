package dev.carryover.formats.notes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoredItem;
import dev.carryover.core.run.RunException;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.testkit.BagOfWordsEmbedder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotesImporterTest {
  private static final EmbedderIdentity NO_MATTER = new BagOfWordsEmbedder("any", 8, 1).identity();

  @TempDir private Path folder;
  private Path notes;

  @BeforeEach
  void makeRoomForNotes() throws IOException {
    notes = Files.createDirectory(folder.resolve("notes"));
  }

  private Map<String, MemoryStore> take(String location, String... ids) {
    List<History> histories = Stream.of(ids).map(id -> new History(id, List.of())).toList();
    StoreFolder stores = new StoreFolder(folder.resolve("stores"));
    return new NotesProvider()
        .create(Settings.NONE)
        .importer()
        .orElseThrow()
        .importStores(location, histories, NO_MATTER, stores::target);
  }

  private void put(String path, String text) throws IOException {
    Path file = notes.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private AbstractThrowableAssert<?, ?> assertRefused(String... ids) {
    var refused =
        assertThatThrownBy(() -> take(notes.toString(), ids)).isInstanceOf(SourceException.class);
    assertThat(folder.resolve("stores")).doesNotExist();
    return refused;
  }

  @Test
  void aFileOrAFolderForEachHistoryBecomesItsStore() throws IOException {
    put("ana.md", "# About Ana\n\nShe moved to Porto.\n");
    put("ben/02 later.md", "He left.");
    put("ben/01 first.md", "He came.");
    put("ben/drawing.svg", "<svg/>");
    put(".git/HEAD", "ref");

    Map<String, MemoryStore> stores = take(notes.toString(), "ben", "ana");

    assertThat(stores).containsOnlyKeys("ben", "ana");
    assertThat(texts(stores, "ana")).containsExactly("# About Ana", "She moved to Porto.");
    assertThat(texts(stores, "ben")).containsExactly("He came.", "He left.");
    var made = stores.get("ben").manifest().description();
    assertThat(made.history()).isEqualTo("ben");
    assertThat(made.writer()).isEmpty();
    assertThat(made.settings()).isEqualTo(Map.of("cap", "imported", "segment", "imported"));
    assertThat(made.ancestor().orElseThrow().method()).isEqualTo("import notes");
  }

  @Test
  void anEditedStoreIsRefusedUntilItsNotesAreTakenOver() throws IOException {
    StoreFolder run = new StoreFolder(folder.resolve("run"));
    MemoryStore written =
        Notes.write(
            Notes.history("Ana is QX-1.", "Ben is QX-2."),
            "1KiB",
            "12",
            TestWriter.ofFirstEvents(),
            run.target("s"));
    Path first = written.content().resolve("notes/0001.md");
    Files.writeString(first, Files.readString(first).replace("QX-1", "QX-9"));
    assertThatThrownBy(() -> run.find("s")).isInstanceOf(RunException.class);

    Files.move(written.content().resolve("notes"), notes.resolve("h"));

    assertThat(Notes.items(take(notes.toString(), "h").get("h")))
        .extracting(item -> item.id() + " " + item.text())
        .containsExactly("0001#3 Ana is QX-9.", "0002#3 Ben is QX-2.");
  }

  @Test
  void theAncestorChangesWithAnyByteAndAnyName() throws IOException {
    put("a.md", "text");
    put("b.md", "Text");
    put("c/a.md", "text");
    put("d/b.md", "text");

    Map<String, MemoryStore> stores = take(notes.toString(), "a", "b", "c", "d");

    assertThat(ancestor(stores, "c")).isEqualTo(ancestor(stores, "a"));
    assertThat(ancestor(stores, "b")).isNotEqualTo(ancestor(stores, "a"));
    assertThat(ancestor(stores, "d")).isNotEqualTo(ancestor(stores, "a"));
  }

  @Test
  void anEmptyFileIsAMemoryOfNothing() throws IOException {
    put("a.md", "");

    assertThat(texts(take(notes.toString(), "a"), "a")).isEmpty();
  }

  @Test
  void aHistoryWithoutNotesIsNamed() throws IOException {
    put("a.md", "text");

    assertRefused("a", "../a").hasMessageContaining("holds no notes on history '../a'");
  }

  @Test
  void notesOnNoHistoryAreNamed() throws IOException {
    put("a.md", "text");
    put("README.md", "how to");

    assertRefused("a").hasMessageContaining("README.md' is on no history of this run");
  }

  @Test
  void aHistoryWithAFileAndAFolderIsNamed() throws IOException {
    put("a.md", "text");
    put("a/1.md", "text");

    assertRefused("a").hasMessageContaining("are both on history 'a'; keep one");
  }

  @Test
  void aFolderWithoutMarkdownIsNamed() throws IOException {
    put("a/notes.txt", "text");

    assertRefused("a").hasMessageContaining("holds no .md file");
  }

  @Test
  void aFileInAnotherEncodingStopsAllOfThem() throws IOException {
    put("a.md", "text");
    Files.write(notes.resolve("b.md"), "caf\u00e9".getBytes(StandardCharsets.UTF_16));

    assertRefused("a", "b").hasMessageContaining("b.md' is no UTF-8");
  }

  @Test
  void aLocationThatIsNoFolderIsNamed() throws IOException {
    put("a.md", "text");

    assertThatThrownBy(() -> take(notes.resolve("a.md").toString(), "a"))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("a.md' is no folder; give a folder");
    assertThatThrownBy(() -> take("no\u0000path", "a"))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("is no path");
  }

  private static List<String> texts(Map<String, MemoryStore> stores, String history) {
    return Notes.items(stores.get(history)).stream().map(StoredItem::text).toList();
  }

  private static String ancestor(Map<String, MemoryStore> stores, String history) {
    return stores.get(history).manifest().description().ancestor().orElseThrow().sha256();
  }
}
