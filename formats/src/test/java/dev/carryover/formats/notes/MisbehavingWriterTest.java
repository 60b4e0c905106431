package dev.carryover.formats.notes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoredItem;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.WriterModel.Written;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cap holds and no identifier is halved, whatever a writer returns. */
class MisbehavingWriterTest {
  private static final History ONE_SEGMENT = Notes.history("text");

  @TempDir private Path folder;

  private MemoryStore write(int cap, TestWriter writer) {
    return Notes.write(
        ONE_SEGMENT, Integer.toString(cap), "16KiB", writer, new StoreFolder(folder).target("s"));
  }

  private List<String> kept(int cap, TestWriter writer) {
    return Notes.items(write(cap, writer)).stream().map(StoredItem::text).toList();
  }

  @Test
  void whatIsOverTheShareIsCutAtTheLastLineEndAndCounted() throws IOException {
    MemoryStore store = write(20, TestWriter.of("Ana is QX-1.\nBen is QX-2.\nCy is QX-3.\n"));

    assertThat(Notes.file(store, "notes/0001.md")).isEqualTo("# Segment 1\n\nAna is QX-1.\n");
    assertThat(Notes.file(store, "segments.jsonl"))
        .contains("\"max_bytes\":20")
        .contains("\"bytes\":12,\"cut_bytes\":25,\"cut_off\":false");
  }

  @Test
  void aLineThatEndsAtTheLimitIsKept() {
    assertThat(kept(12, TestWriter.of("Ana is QX-1.\nBen is QX-2.")))
        .containsExactly("Ana is QX-1.");
  }

  @Test
  void whiteSpaceAroundNotesTakesNoRoom() throws IOException {
    MemoryStore store = write(12, TestWriter.of("\n\n  Ana is QX-1.\n \t\n\n"));

    assertThat(Notes.items(store)).extracting(StoredItem::text).containsExactly("Ana is QX-1.");
    assertThat(Notes.file(store, "segments.jsonl")).contains("\"cut_bytes\":0");
  }

  @Test
  void aLongParagraphIsCutBetweenWords() {
    assertThat(kept(12, TestWriter.of("Ana is QX-4821, Ben is QX-4822.")))
        .containsExactly("Ana is");
  }

  @Test
  void aHeadingDoesNotCostTheParagraphUnderIt() {
    assertThat(kept(40, TestWriter.of("## Codes\nAna is QX-4821 since May and Ben is QX-4822.")))
        .containsExactly("## Codes", "Ana is QX-4821 since May and");
  }

  @Test
  void aHugeWordIsLeftOut() throws IOException {
    MemoryStore store = write(1000, TestWriter.of("QX".repeat(5_000_000)));

    assertThat(Notes.items(store)).isEmpty();
    assertThat(Notes.file(store, "segments.jsonl")).contains("\"bytes\":0,\"cut_bytes\":10000000");
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6})
  void anEmojiAtTheLimitIsKeptWholeOrLeftOut(int cap) {
    String rocket = "\ud83d\ude80";

    assertThat(kept(cap, TestWriter.of("a " + rocket + "\nb")))
        .containsExactly(cap < 6 ? "a" : "a " + rocket);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\r\n\t \n"})
  void aWriterThatWritesNothingLeavesAHeading(String nothing) throws IOException {
    MemoryStore store = write(100, TestWriter.of(nothing));

    assertThat(Notes.items(store)).isEmpty();
    assertThat(Notes.file(store, "notes/0001.md")).isEqualTo("# Segment 1\n");
  }

  @Test
  void foreignLineEndsAndControlCharactersBecomePlainText() {
    assertThat(kept(100, TestWriter.of("one\r\ntwo\rthree \u0000\u001b[31m \ud83d\tfour")))
        .containsExactly("one", "two", "three \ufffd\ufffd[31m \ufffd\tfour");
  }

  @Test
  void controlCharactersCountAsWhatIsSaved() {
    assertThat(kept(10, TestWriter.of("ab\ncd\u0000\u0000 x y"))).containsExactly("ab");
  }

  @Test
  void theLastWordOfAWriterThatWasStoppedMayBeHalfOneAndIsLeftOut() throws IOException {
    MemoryStore store = write(1000, TestWriter.ofStopped("Ana is QX-4821.\nBen is QX-48"));

    assertThat(Notes.items(store)).extracting(StoredItem::text).containsExactly("Ana is QX-4821.");
    assertThat(Notes.file(store, "segments.jsonl")).contains("\"cut_bytes\":13,\"cut_off\":true");
  }

  @Test
  void aWriterThatWasStoppedAtALineEndLosesNothing() {
    assertThat(kept(1000, TestWriter.ofStopped("Ana is QX-4821.\nBen is QX-4822.\n")))
        .containsExactly("Ana is QX-4821.", "Ben is QX-4822.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "QX-48"})
  void aWriterThatWasStoppedInItsFirstWordLeavesNothing(String begun) {
    assertThat(kept(1000, TestWriter.ofStopped(begun))).isEmpty();
  }

  @Test
  void aServiceThatFailsInTheThirdSegmentLeavesNothing() {
    int[] calls = {0};
    TestWriter failing =
        TestWriter.as(
            call -> {
              if (++calls[0] == 3) {
                throw new ServiceException("503");
              }
              return Written.of("fine");
            });
    Path stores = folder.resolve("stores");

    assertThatThrownBy(
            () ->
                Notes.write(
                    Notes.history("a", "b", "c", "d"),
                    "1KiB",
                    "1",
                    failing,
                    new StoreFolder(stores).target("s")))
        .isInstanceOf(ServiceException.class)
        .hasMessage("503");
    assertThat(stores).doesNotExist();
  }
}
