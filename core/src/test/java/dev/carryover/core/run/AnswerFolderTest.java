package dev.carryover.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.FinishReason;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers kept in a folder, whole, damaged, and shared. */
class AnswerFolderTest {
  @TempDir private Path root;
  private Path folder;

  @BeforeEach
  void nameTheFolder() {
    folder = root.resolve("answers");
  }

  @ParameterizedTest
  @EnumSource(FinishReason.class)
  void aReplyComesBackAsItWasKept(FinishReason finish) {
    Reply reply = new Reply("  the code is 4711\n", finish, new Usage(812, 6));
    keep("a", reply);

    assertThat(find("a")).contains(reply);
    assertThat(find("b")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\"quoted\" \\ {\"crc32c\":\"", "a\u0000b\r\n\u2028", "日本語 🙂", "half \ud83d"})
  void everyTextComesBackToTheCharacter(String text) {
    keep("a", Reply.of(text));
    keep("b", Reply.of("another"));

    assertThat(find("a")).contains(Reply.of(text));
    assertThat(find("b")).contains(Reply.of("another"));
  }

  @Test
  void aLongReplyComesBack() {
    Reply note = Reply.of("x".repeat(3_000_000));
    keep("a", note);

    assertThat(find("a")).contains(note);
  }

  @Test
  void anAnswerIsThereAtOnceForTheOneThatKeptIt() {
    try (AnswerFolder answers = AnswerFolder.open(folder)) {
      answers.keep("a", Reply.of("one"));
      answers.keep("a", Reply.of("two"));

      assertThat(answers.find("a")).contains(Reply.of("one"));
    }
    assertThat(find("a")).contains(Reply.of("one"));
  }

  @Test
  void whatIsOnlyReadIsNotWritten() throws IOException {
    assertThat(find("a")).isEmpty();
    assertThat(folder).doesNotExist();

    keep("a", Reply.of("one"));
    find("a");

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void twoThatKeepAtTheSameTimeWriteFilesOfTheirOwnAndTheFirstCounts() {
    try (AnswerFolder one = AnswerFolder.open(folder);
        AnswerFolder other = AnswerFolder.open(folder)) {
      one.keep("a", Reply.of("one's"));
      other.keep("a", Reply.of("the other's"));
      other.keep("b", Reply.of("the other's"));
      one.keep("c", Reply.of("one's"));
    }

    assertThat(find("a")).contains(Reply.of("one's"));
    assertThat(find("b")).contains(Reply.of("the other's"));
    assertThat(find("c")).contains(Reply.of("one's"));
    try (AnswerFolder read = AnswerFolder.open(folder)) {
      assertThat(read.contents().segments()).isEqualTo(2);
      assertThat(read.contents().entries()).isEqualTo(4);
    }
  }

  @Test
  void threadsLoseNothing() throws InterruptedException {
    int threads = 64;
    try (AnswerFolder answers = AnswerFolder.open(folder)) {
      CountDownLatch start = new CountDownLatch(1);
      List<Thread> all =
          IntStream.range(0, threads)
              .mapToObj(
                  t ->
                      new Thread(
                          () -> {
                            await(start);
                            for (int i = 0; i < 50; i++) {
                              answers.keep(t + "-" + i, Reply.of("answer " + t + "/" + i));
                              answers.keep("shared-" + i, Reply.of("from " + t));
                            }
                          }))
              .toList();
      all.forEach(Thread::start);
      start.countDown();
      for (Thread thread : all) {
        thread.join();
      }
    }

    try (AnswerFolder read = AnswerFolder.open(folder)) {
      assertThat(read.contents().entries()).isEqualTo(threads * 50 + 50);
      assertThat(read.contents().damaged()).isEmpty();
      assertThat(read.find("63-49")).contains(Reply.of("answer 63/49"));
    }
  }

  @Test
  void aThreadThatIsInterruptedStopsNoOther() throws InterruptedException {
    try (AnswerFolder answers = AnswerFolder.open(folder)) {
      Thread interrupted =
          new Thread(
              () -> {
                Thread.currentThread().interrupt();
                answers.keep("a", Reply.of("one"));
              });
      interrupted.start();
      interrupted.join();
      answers.keep("b", Reply.of("two"));
    }

    assertThat(find("a")).contains(Reply.of("one"));
    assertThat(find("b")).contains(Reply.of("two"));
  }

  @Test
  void aFlippedByteAnywhereHarmsItsOwnEntryOnlyAndIsSetApartOnce() throws IOException {
    keepNumbered(20);
    Path segment = folder.resolve("000001.jsonl");
    byte[] whole = Files.readAllBytes(segment);
    Random random = new Random(41);
    for (int trial = 0; trial < 80; trial++) {
      byte[] bytes = whole.clone();
      int place = random.nextInt(whole.length - 1);
      bytes[place] ^= (byte) (1 << random.nextInt(8));
      Files.write(segment, bytes);
      int hit = (int) lineEndsBefore(whole, place);

      try (AnswerFolder answers = AnswerFolder.open(folder)) {
        assertThat(answers.contents().damaged()).as("byte %d", place).isNotEmpty();
        for (int i = 0; i < 20; i++) {
          assertThat(answers.find("key-" + i).isPresent())
              .as("entry %d, byte %d", i, place)
              .isEqualTo(i != hit);
        }
      }
      try (AnswerFolder again = AnswerFolder.open(folder)) {
        assertThat(again.contents().damaged()).isEmpty();
        assertThat(again.contents().damagedBefore()).isPositive();
      }
      clear(folder.resolve("damaged"));
    }
  }

  @Test
  void aDamagedEntryIsKeptWithItsPlaceAndCanBeAnsweredAgain() throws IOException {
    keepNumbered(3);
    Path segment = folder.resolve("000001.jsonl");
    String text = Files.readString(segment);
    Files.writeString(segment, text.replace("answer 1", "answer 7"));

    try (AnswerFolder answers = AnswerFolder.open(folder)) {
      AnswerFolder.Damage damage = answers.contents().damaged().get(0);
      assertThat(answers.contents().damaged()).hasSize(1);
      assertThat(damage.segment()).isEqualTo(segment);
      assertThat(damage.line()).isEqualTo(2);
      assertThat(damage.at()).isEqualTo(text.indexOf('\n') + 1);
      assertThat(damage.why()).contains("checksum");
      assertThat(damage.copy().getParent()).isEqualTo(folder.resolve("damaged"));
      assertThat(damage.copy()).content().contains("answer 7");
      assertThat(answers.find("key-1")).isEmpty();
      answers.keep("key-1", Reply.of("answer 1"));
    }
    assertThat(find("key-1")).contains(Reply.of("answer 1"));
  }

  @Test
  void whatAKillLeftBehindTheLastLineEndIsNoEntryAndNoDamage() throws IOException {
    keepNumbered(3);
    Path segment = folder.resolve("000001.jsonl");
    byte[] whole = Files.readAllBytes(segment);
    for (int cut = 1; cut < whole.length / 3; cut++) {
      Files.write(segment, Arrays.copyOf(whole, whole.length - cut));

      try (AnswerFolder answers = AnswerFolder.open(folder)) {
        assertThat(answers.contents().entries()).isEqualTo(2);
        assertThat(answers.contents().damaged()).isEmpty();
        assertThat(answers.contents().unfinished()).containsExactly(segment);
      }
    }
    keep("key-2", Reply.of("answer 2"));

    assertThat(find("key-2")).contains(Reply.of("answer 2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\n", "no JSON\n", "{}\n", "\u0000\u0000\u0000\n", "{\"crc32c\":\"00000000\"}\n"})
  void aSegmentOfSomethingElseHarmsNoOther(String content) throws IOException {
    keepNumbered(2);
    Files.writeString(folder.resolve("000002.jsonl"), content);
    Files.writeString(folder.resolve("000003.jsonl"), "");
    Files.write(folder.resolve("notes.txt"), new byte[] {(byte) 0xff, '\n'});

    try (AnswerFolder answers = AnswerFolder.open(folder)) {
      assertThat(answers.contents().entries()).isEqualTo(2);
      assertThat(answers.contents().segments()).isEqualTo(3);
      assertThat(answers.contents().damaged()).hasSize(content.isBlank() ? 0 : 1);
    }
    keep("c", Reply.of("three"));
    assertThat(folder.resolve("000004.jsonl")).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\"b", "a\\b", "ä", "a b", "a\n"})
  void aKeyThatIsNoneIsRefused(String key) {
    assertThatThrownBy(() -> keep(key, Reply.of("one")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(folder).doesNotExist();
  }

  @Test
  void anAnswerOfALaterVersionIsRefusedWithItsFolder() throws IOException {
    String rest = "\"key\":\"a\",\"text\":\"t\",\"finish\":\"pondering\"}";
    CRC32C crc = new CRC32C();
    crc.update(("\"," + rest).getBytes(StandardCharsets.US_ASCII));
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve("000001.jsonl"),
        String.format("{\"crc32c\":\"%08x\",%s%n", crc.getValue(), rest));

    assertThatThrownBy(() -> find("a"))
        .isInstanceOf(RunException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining("another version");
  }

  @Test
  void aFullDiskIsSaidAndKeepsWhatWasKept() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(root.resolve("disk"), 64)) {
      Path full = disk.root().resolve("answers");
      List<String> kept = new ArrayList<>();
      try (AnswerFolder answers = AnswerFolder.open(full)) {
        assertThatThrownBy(
                () -> {
                  for (int i = 0; i < 1000; i++) {
                    answers.keep("key-" + i, Reply.of("x".repeat(1000)));
                    kept.add("key-" + i);
                  }
                })
            .isInstanceOf(UncheckedIOException.class)
            .hasMessageContaining(full.toString())
            .hasMessageContaining("make room");
        assertThat(answers.find("key-" + kept.size())).isEmpty();
      }
      try (AnswerFolder read = AnswerFolder.open(full)) {
        assertThat(kept).isNotEmpty().allMatch(key -> read.find(key).isPresent());
        assertThat(read.contents().entries()).isEqualTo(kept.size());
        assertThat(read.contents().unfinished()).isEmpty();
      }
    }
  }

  @Test
  void aFileInPlaceOfTheFolderIsNamed() throws IOException {
    Files.writeString(folder, "no folder");

    assertThatThrownBy(() -> AnswerFolder.open(folder))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(folder.toString());
  }

  private void keepNumbered(int count) {
    try (AnswerFolder answers = AnswerFolder.open(folder)) {
      for (int i = 0; i < count; i++) {
        answers.keep("key-" + i, Reply.of("answer " + i));
      }
    }
  }

  private void keep(String key, Reply reply) {
    try (AnswerFolder answers = AnswerFolder.open(folder)) {
      answers.keep(key, reply);
    }
  }

  private Optional<Reply> find(String key) {
    try (AnswerFolder answers = AnswerFolder.open(folder)) {
      return answers.find(key);
    }
  }

  private static long lineEndsBefore(byte[] bytes, int place) {
    return new String(bytes, 0, place, StandardCharsets.ISO_8859_1)
        .chars()
        .filter(c -> c == '\n')
        .count();
  }

  private static void clear(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
