package dev.carryover.core.run;

import static dev.carryover.core.run.SampleObservations.CELL;
import static dev.carryover.core.run.SampleObservations.answering;
import static dev.carryover.core.run.SampleObservations.failed;
import static dev.carryover.core.run.SampleObservations.markedOnAnswer;
import static dev.carryover.core.run.SampleObservations.markedOnRetrieval;
import static dev.carryover.core.run.SampleObservations.markedOnWords;
import static dev.carryover.core.run.SampleObservations.numbered;
import static dev.carryover.core.run.SampleObservations.scored;
import static dev.carryover.core.run.SampleObservations.trace;
import static dev.carryover.core.run.SampleObservations.unscored;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.FreeTextScore;
import dev.carryover.core.Observation;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.RetrievalTrace.EvidenceFate;
import dev.carryover.core.RewriteReach;
import dev.carryover.core.Usage;
import dev.carryover.core.run.Journal.Spent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class JournalTest {
  @TempDir Path folder;
  Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("observations.jsonl");
  }

  static Stream<Observation> kinds() {
    return Stream.of(
        scored("both"),
        SampleObservations.incompatible("another model's"),
        SampleObservations.diverging("silent", 0.0),
        SampleObservations.diverging("silent", 3.25e-9),
        markedOnRetrieval("retrieval", SampleObservations.trace()),
        markedOnRetrieval(
            "unranked",
            new RetrievalTrace(
                List.of(new EvidenceFate("e", true, OptionalInt.empty())),
                false,
                OptionalInt.empty(),
                0)),
        unscored("unscored", "its evidence 'D' points to no turn"),
        failed("failed", "HTTP 503\nfrom the service\tafter \"3\" attempts"),
        answering("empty", ""),
        answering("unicode", "naïve 東京 \uD83D\uDE80 \u202E\u0301 \u2028\u2029\uFEFF\uFFFF"),
        answering("half a surrogate pair", "a\uD83Db\uDE80"),
        answering(
            "control",
            IntStream.rangeClosed(0, 0x9F)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()),
        answering("line ends", "one\ntwo\r\nthree\r{\"block\":{\"lines\":0}}\n"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyKindOfObservationComesBackEqual(Observation observation) {
    write(List.of(observation));

    try (Journal journal = Journal.open(file)) {
      assertThat(journal.all()).containsExactly(observation);
      assertThat(journal.of(CELL))
          .containsOnly(java.util.Map.entry(observation.probe(), observation));
    }
  }

  @ParameterizedTest
  @EnumSource(AnswerMark.class)
  void everyMarkComesBackEqual(AnswerMark mark) {
    write(List.of(markedOnAnswer("p", mark)));

    assertThat(read()).containsExactly(markedOnAnswer("p", mark));
  }

  @Test
  void whatWritersTookIsReadBackAndAddedUpByWriter() {
    Spent first = new Spent(3, new TreeMap<>(Map.of("a", new Usage(10, 2))));
    Spent second = new Spent(0, new TreeMap<>(Map.of("a", new Usage(1, 1), "b", new Usage(7, 0))));
    try (Journal journal = Journal.open(file)) {
      journal.append(List.of(), first);
      journal.append(List.of(), second);
    }

    try (Journal journal = Journal.open(file)) {
      assertThat(journal.spent())
          .isEqualTo(
              new Spent(3, new TreeMap<>(Map.of("a", new Usage(11, 3), "b", new Usage(7, 0)))));
      assertThat(journal.spent().minus(first)).isEqualTo(second);
    }
  }

  @Test
  void theLaterPriceOfARepairStandsForTheEarlierOneWhoseStoreWasLost() {
    RepairPrice lost = new RepairPrice(1, new Usage(10, 2), 0);
    RepairPrice kept =
        new RepairPrice(2, new Usage(20, 4), 7).with(Optional.of(new RewriteReach(5, 3, 1)));
    try (Journal journal = Journal.open(file)) {
      journal.append(List.of(), Spent.onRepair("a", lost));
      journal.append(List.of(), Spent.onRepair("b", lost));
      journal.append(List.of(), Spent.onRepair("a", kept));
    }

    try (Journal journal = Journal.open(file)) {
      assertThat(journal.spent().repairs()).isEqualTo(Map.of("a", kept, "b", lost));
      assertThat(journal.spent().tokens()).isEqualTo(Usage.NONE);
    }
  }

  @Test
  void anAnswerOfAnyLengthComesBack() {
    Observation huge = answering("huge", "0123456789abcdef".repeat(1_400_000));
    write(List.of(huge, scored("next")));

    assertThat(read()).isEqualTo(List.of(huge, scored("next")));
  }

  @Test
  void aNewJournalIsEmpty() {
    try (Journal journal = Journal.open(file)) {
      assertThat(journal.all()).isEmpty();
      assertThat(journal.of("nowhere")).isEmpty();
      assertThat(journal.settled("nowhere")).isEmpty();
      assertThat(journal.spent()).isEqualTo(Spent.NOTHING);
    }
  }

  @Test
  void aFailedObservationIsNotSettledUntilItIsMadeAgain() {
    try (Journal journal = Journal.open(file)) {
      journal.append(
          List.of(failed("a", "HTTP 503"), unscored("b", "no code"), scored("c")), Spent.NOTHING);
      assertThat(journal.settled(CELL)).containsExactlyInAnyOrder("b", "c");

      journal.append(List.of(scored("a")), Spent.NOTHING);
      assertThat(journal.settled(CELL)).containsExactlyInAnyOrder("a", "b", "c");
    }

    assertThat(read()).containsExactly(scored("a"), unscored("b", "no code"), scored("c"));
  }

  @Test
  void observationsKeepTheOrderOfTheFirstAttempt() {
    List<Observation> block = new ArrayList<>(numbered(0, 40));
    java.util.Collections.shuffle(block, new Random(5));
    write(block);
    write(List.of(scored("another cell", "p0")));

    try (Journal journal = Journal.open(file)) {
      assertThat(journal.of(CELL).values()).containsExactlyElementsOf(block);
      assertThat(journal.all()).hasSize(41).startsWith(block.get(0));
    }
  }

  @Test
  void whatWasSpentAddsUpOverAllAttempts() {
    try (Journal journal = Journal.open(file)) {
      journal.append(numbered(0, 3), new Spent(400, new TreeMap<>()));
      journal.append(List.of(), new Spent(5, new TreeMap<>()));
      journal.append(numbered(3, 4), Spent.NOTHING);
      assertThat(journal.spent()).isEqualTo(new Spent(405, new TreeMap<>()));
    }
    try (Journal journal = Journal.open(file)) {
      journal.append(List.of(), new Spent(1L << 40, new TreeMap<>()));
      assertThat(journal.spent()).isEqualTo(new Spent(405 + (1L << 40), new TreeMap<>()));
    }
    try (Journal journal = Journal.open(file)) {
      assertThat(journal.spent()).isEqualTo(new Spent(405 + (1L << 40), new TreeMap<>()));
      assertThat(journal.all()).isEqualTo(numbered(0, 4));
    }
  }

  @Test
  void equalObservationsGiveEqualBytesInAnyLocale() throws IOException {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      write(kinds().toList());
    } finally {
      Locale.setDefault(before);
    }
    Path other = folder.resolve("other.jsonl");
    try (Journal journal = Journal.open(other)) {
      journal.append(kinds().toList(), Spent.NOTHING);
    }

    assertThat(file).hasSameBinaryContentAs(other);
  }

  @Test
  void aBlockClosesWithTheCastagnoliChecksumOfItsLines() throws IOException {
    try (Journal journal = Journal.open(file)) {
      journal.append(List.of(scored("a"), failed("b", "HTTP 503")), new Spent(12, new TreeMap<>()));
    }

    List<String> lines = Files.readAllLines(file);
    CRC32C crc = new CRC32C();
    crc.update((String.join("\n", lines.subList(0, 3)) + "\n").getBytes(UTF_8));
    assertThat(lines)
        .hasSize(4)
        .last()
        .isEqualTo("{\"block\":{\"lines\":3,\"crc32c\":\"%08x\"}}".formatted(crc.getValue()));
  }

  /** Its checksums were computed bit by bit from the polynomial 0x82F63B78, in another language. */
  @Test
  void theFirstSchemaStaysReadable() throws IOException {
    try (InputStream fixture = JournalTest.class.getResourceAsStream("journal-1.jsonl")) {
      Files.write(file, fixture.readAllBytes());
    }

    try (Journal journal = Journal.open(file)) {
      assertThat(journal.all())
          .containsExactly(
              scored("p0"), unscored("p1", "no code"), answering("p2", "naïve \uD83D\uDE80"));
      assertThat(journal.spent()).isEqualTo(new Spent(421, new TreeMap<>()));
    }
  }

  /** As the one before it, with answers in free text. */
  @Test
  void freeTextIsReadAndWrittenAlike() throws IOException {
    FreeTextScore near = new FreeTextScore(AnswerMark.OTHER_WORDS, 0.8571428571428571);
    FreeTextScore same = new FreeTextScore(AnswerMark.CORRECT, 1);
    List<Observation> expected =
        List.of(
            markedOnWords("p0", near, Optional.empty()),
            markedOnWords("p1", same, Optional.of(trace())));
    try (InputStream fixture = JournalTest.class.getResourceAsStream("journal-2.jsonl")) {
      Files.write(file, fixture.readAllBytes());
    }

    assertThat(read()).isEqualTo(expected);
    Files.delete(file);
    try (Journal journal = Journal.open(file)) {
      journal.append(expected, Spent.NOTHING);
    }
    assertThat(read()).isEqualTo(expected);
  }

  @Test
  void blocksFromSeveralThreadsAreAllKept() throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (Journal journal = Journal.open(file)) {
      for (int block = 0; block < 24; block++) {
        int from = block * 5;
        threads.execute(
            () -> journal.append(numbered(from, from + 5), new Spent(1, new TreeMap<>())));
      }
      threads.shutdown();
      assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(read()).containsExactlyInAnyOrderElementsOf(numbered(0, 120));
  }

  @Test
  void anInterruptedAppendLeavesAJournalThatOpens() {
    try (Journal journal = Journal.open(file)) {
      journal.append(numbered(0, 2), Spent.NOTHING);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> journal.append(numbered(2, 4), Spent.NOTHING))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("2 observations are lost")
          .hasMessageContaining("the 2 before them were written");
      assertThat(journal.all()).isEqualTo(numbered(0, 2));
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }

    try (Journal journal = Journal.open(file)) {
      journal.append(numbered(2, 4), Spent.NOTHING);
    }
    assertThat(read()).isEqualTo(numbered(0, 4));
  }

  @Test
  void aJournalOpenedForReadingIsNeverChanged() throws IOException {
    write(numbered(0, 2));
    Files.writeString(file, "{\"cell\":\"torn", java.nio.file.StandardOpenOption.APPEND);
    byte[] before = Files.readAllBytes(file);

    try (Journal journal = Journal.read(file)) {
      assertThat(journal.all()).isEqualTo(numbered(0, 2));
      assertThatThrownBy(() -> journal.append(numbered(2, 3), Spent.NOTHING))
          .isInstanceOf(NonWritableChannelException.class);
      assertThat(journal.all()).isEqualTo(numbered(0, 2));
    }

    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void aJournalThatIsNotThereCannotBeRead() {
    assertThatThrownBy(() -> Journal.read(file))
        .isInstanceOf(RunException.class)
        .hasMessageContaining(file.toString());
    assertThatThrownBy(() -> Journal.open(folder.resolve("none/observations.jsonl")))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("none");
  }

  private void write(List<Observation> block) {
    try (Journal journal = Journal.open(file)) {
      journal.append(block, Spent.NOTHING);
    }
  }

  private List<Observation> read() {
    try (Journal journal = Journal.read(file)) {
      return journal.all();
    }
  }
}
