package dev.carryover.formats.notes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Role;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.StoredItem;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.spi.StoreEditor.Edit;
import dev.carryover.core.spi.WriterModel.Written;
import dev.carryover.core.testkit.MemoryFormatContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotesTest extends MemoryFormatContract {
  private static final History HISTORY =
      new History(
          "h",
          List.of(
              new Event("7", Optional.of("8 May"), "Ana", "I moved to Porto."),
              new Event("3", Optional.of("9 May"), "Ben", "Code QX-4821."),
              new Event("9", Optional.empty(), "", "The lift is broken again.")));

  @Override
  protected MemoryFormatProvider provider() {
    return new NotesProvider();
  }

  @Override
  protected Components components() {
    return Components.NONE.withWriter(TestWriter.ofFirstEvents());
  }

  @Override
  protected Components upgraded() {
    return components();
  }

  @Override
  protected boolean keepsTextsVerbatim() {
    return false;
  }

  private MemoryStore write(History history, String cap, String segment, TestWriter writer) {
    return Notes.write(history, cap, segment, writer, stores().target("made"));
  }

  @Test
  void notesAreMarkdownForAPersonAndALineForMachines() throws IOException {
    MemoryStore store =
        write(
            HISTORY,
            "1KiB",
            "30",
            TestWriter.as(
                call ->
                    new Written<>(
                        "- " + call.events().get(0).text(),
                        new Usage(90, 7),
                        false,
                        List.of("Sure!"))));

    assertThat(Notes.file(store, "notes/0001.md"))
        .isEqualTo("# Segment 1: 8 May to 9 May\n\n- I moved to Porto.\n");
    assertThat(Notes.file(store, "notes/0002.md"))
        .isEqualTo("# Segment 2\n\n- The lift is broken again.\n");
    assertThat(Notes.file(store, "segments.jsonl").lines())
        .containsExactly(
            "{\"file\":\"0001.md\",\"first_event\":\"7\",\"last_event\":\"3\",\"events\":2,"
                + "\"text_bytes\":30,\"max_bytes\":558,\"max_tokens\":35746,\"bytes\":19,"
                + "\"cut_bytes\":0,\"cut_off\":false,\"rejected\":[\"Sure!\"],"
                + "\"tokens_in\":90,\"tokens_out\":7}",
            "{\"file\":\"0002.md\",\"first_event\":\"9\",\"last_event\":\"9\",\"events\":1,"
                + "\"text_bytes\":25,\"max_bytes\":466,\"max_tokens\":29790,\"bytes\":27,"
                + "\"cut_bytes\":0,\"cut_off\":false,\"rejected\":[\"Sure!\"],"
                + "\"tokens_in\":90,\"tokens_out\":7}");
  }

  @Test
  void whatIsWrittenIsWhatIsRead() {
    MemoryStore store = write(HISTORY, "1KiB", "30", TestWriter.ofFirstEvents());

    assertThat(Notes.items(store))
        .containsExactly(
            new StoredItem("0001#3", "Ana: I moved to Porto.", List.of()),
            new StoredItem("0001#4", "Ben: Code QX-4821.", List.of()),
            new StoredItem("0002#3", "The lift is broken again.", List.of()));
  }

  @Test
  void theManifestNamesTheWriterItsSettingsAndItsAllowance() {
    Description made =
        write(HISTORY, "40%", "16384", TestWriter.ofFirstEvents()).manifest().description();

    assertThat(made.writer()).contains(TestWriter.IDENTITY);
    assertThat(made.spaces()).isEmpty();
    assertThat(made.settings())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "cap", "40%",
                "segment", "16KiB",
                "writer-tokens", "65536",
                "writer.prompt", "abc123",
                "writer.temperature", "0.1"));
  }

  @Test
  void segmentsAreWholeEventsAndALongEventIsOneAlone() {
    TestWriter writer = TestWriter.ofFirstEvents();
    History history = Notes.history("aaaa", "bbbb", "", "cc", "d".repeat(11), "", "eeee");

    write(history, "100%", "10", writer);

    assertThat(writer.calls())
        .extracting(call -> call.events().stream().map(Event::id).toList())
        .containsExactly(List.of("e0", "e1", "e2", "e3"), List.of("e4"), List.of("e5", "e6"));
  }

  @Test
  void sizesAreBytesAndNotCharacters() {
    TestWriter writer = TestWriter.ofFirstEvents();

    write(Notes.history("\u00e9\u00e9\u00e9", "\ud83d\ude80", "abc"), "100%", "9", writer);

    assertThat(writer.calls()).hasSize(2);
    assertThat(writer.calls()).extracting(TestWriter.Call::maxBytes).containsExactly(6, 7);
  }

  @ParameterizedTest
  @CsvSource({"128KiB,131072", "1000,1000", "7,7", "100%,3000", "40%,1200", "1%,30"})
  void theSharesOfTheSegmentsAddUpToTheCap(String cap, int bytes) {
    TestWriter writer = TestWriter.ofFirstEvents();
    History history =
        Notes.history("a".repeat(1000), "b".repeat(1700), "c".repeat(7), "d".repeat(293));

    write(history, cap, "1", writer);

    assertThat(writer.calls()).extracting(TestWriter.Call::maxBytes).doesNotContain(0);
    assertThat(writer.calls().stream().mapToInt(TestWriter.Call::maxBytes).sum()).isEqualTo(bytes);
  }

  @Test
  void theTokensAreSharedOutLikeTheBytesAndEverySegmentHasASeed() {
    TestWriter writer = TestWriter.ofFirstEvents();
    History history = Notes.history("a".repeat(100), "b".repeat(200), "c".repeat(100));

    write(history, "4KiB", "1", writer);

    assertThat(writer.calls())
        .extracting(TestWriter.Call::maxTokens)
        .containsExactly(16_384, 32_768, 16_384);
    assertThat(writer.calls()).extracting(TestWriter.Call::seed).doesNotHaveDuplicates();
  }

  @Test
  void aSegmentWithoutAByteToItsShareIsNotAskedAbout() throws IOException {
    TestWriter writer = TestWriter.of("x y z");

    MemoryStore store = write(Notes.history("aaaa", "bbbb", "cccc"), "1", "4", writer);

    assertThat(writer.calls()).hasSize(1);
    assertThat(Notes.items(store)).extracting(StoredItem::text).containsExactly("x");
    assertThat(Notes.file(store, "notes/0001.md")).isEqualTo("# Segment 1\n");
    assertThat(Notes.file(store, "segments.jsonl").lines()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"128KiB", "40%"})
  void aHistoryOfEmptyTextsGivesNoNotes(String cap) {
    TestWriter writer = TestWriter.of("something");

    MemoryStore store = write(Notes.history("", "", ""), cap, "16KiB", writer);

    assertThat(writer.calls()).isEmpty();
    assertThat(Notes.items(store)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "cap,0", "cap,-1", "cap,''", "cap,128KB", "cap,128 kib", "cap,1.5KiB", "cap,2097152KiB",
    "cap,99999999999", "cap,0%", "cap,101%", "cap,12.5%", "cap,%", "cap,lots", "segment,0",
    "segment,40%", "segment,1e4"
  })
  void aSizeThatCannotBeUsedIsNamedWithItsRemedy(String key, String value) {
    assertThatThrownBy(() -> provider().create(Settings.of(Map.of(key, value))))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'" + key + "' is '" + value + "'")
        .hasMessageContaining("give ");
  }

  @Test
  void equalSizesAreOneSetting() {
    assertThat(provider().create(Settings.of(Map.of("cap", "131072", "segment", " 16 KiB "))))
        .isEqualTo(format());
    assertThat(format().settings())
        .containsEntry("cap", "128KiB")
        .containsEntry("segment", "16KiB");
  }

  @Test
  void withoutAWriterThereAreNoNotes() {
    assertThatThrownBy(
            () -> format().writer().write(HISTORY, Components.NONE, 1, stores().target("none")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("no model is configured to write");
    assertThat(stores().root().resolve("none")).doesNotExist();
  }

  @Test
  void writerAndReaderMatterAndNothingIsRanked() {
    assertThat(format().sensitiveTo()).containsExactlyInAnyOrder(Role.WRITER, Role.READER);
    assertThat(format().rankedItems()).isEmpty();
    assertThat(format().repairs()).extracting(RepairMethod::name).containsExactly("style-rewrite");
    assertThat(format().editor().edits()).containsExactly(Edit.EMPTY);
    assertThatThrownBy(
            () -> format().editor().edit(write(HISTORY), Edit.SHUFFLED, 1, stores().target("s")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SHUFFLED");
  }

  @Test
  void anotherFormatsStoreIsRefused() {
    MemoryStore store = write(HISTORY);
    MemoryStore other =
        stores()
            .target("other")
            .write(
                new Description(
                    "rag",
                    "h",
                    Optional.empty(),
                    List.of(),
                    store.manifest().description().settings(),
                    1,
                    Optional.empty()),
                folder -> {});

    assertThatThrownBy(() -> items(other))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("is of format 'rag', not notes");
    assertThatThrownBy(() -> format().editor().edit(other, Edit.EMPTY, 1, stores().target("e")))
        .isInstanceOf(IncompatibleStoreException.class);
  }

  @Test
  void anEditedFileIsReadAsItIs() throws IOException {
    MemoryStore store = write(HISTORY);
    Path notes = store.content().resolve("notes");
    Files.writeString(
        notes.resolve("0001.md"), "\ufeffBen has the key.\r\n\r\n  \r\n## Later\r\n- Ana has it.");
    Files.writeString(notes.resolve("0002.md"), "# Segments of the river\nThree.\n");
    Files.writeString(notes.resolve(".0001.md"), "an editor's own");
    Files.writeString(notes.resolve("0001.md~"), "an editor's copy");

    assertThat(items(store))
        .extracting(item -> item.id() + " " + item.text())
        .containsExactly(
            "0001#1 Ben has the key.",
            "0001#4 ## Later",
            "0001#5 - Ana has it.",
            "0002#1 # Segments of the river",
            "0002#2 Three.");
  }

  @Test
  void aFileInAnotherEncodingIsNamed() throws IOException {
    MemoryStore store = write(HISTORY);
    Files.write(
        store.content().resolve("notes/0001.md"),
        "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> items(store))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("0001.md' is no UTF-8; save it as UTF-8");
  }

  @Test
  void aHostileTimeStaysInTheHeading() {
    History history =
        new History(
            "h", List.of(new Event("e", Optional.of("1\n2\u2028\ud83d\u0000\r3"), "", "Text.")));

    MemoryStore store = write(history, "1KiB", "1KiB", TestWriter.ofFirstEvents());

    assertThat(Notes.items(store)).extracting(StoredItem::text).containsExactly("Text.");
  }

  @Test
  void manySegmentsKeepTheirOrder() {
    String[] texts = new String[10_001];
    Arrays.setAll(texts, i -> "n" + i);

    MemoryStore store = write(Notes.history(texts), "1000KiB", "1", TestWriter.ofFirstEvents());

    assertThat(Notes.items(store)).extracting(StoredItem::text).containsExactly(texts);
  }
}
