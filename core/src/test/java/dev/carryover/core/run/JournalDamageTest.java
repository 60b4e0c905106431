package dev.carryover.core.run;

import static dev.carryover.core.run.SampleObservations.numbered;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Failed;
import dev.carryover.core.Usage;
import dev.carryover.core.run.Journal.Spent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a crash leaves is cut off; what something else did to the file is refused. */
class JournalDamageTest {
  private static final Pattern LINE = Pattern.compile("at line (\\d+) ");

  @TempDir Path folder;
  Path file;
  byte[] whole;

  /** Where the blocks of p0 and p1, of p2 and of p3 end. */
  int[] ends = new int[3];

  @BeforeEach
  void writeThreeBlocks() throws IOException {
    file = folder.resolve("observations.jsonl");
    try (Journal journal = Journal.open(file)) {
      journal.append(numbered(0, 2), new Spent(30, Usage.NONE));
      ends[0] = (int) Files.size(file);
      journal.append(numbered(2, 3), Spent.NOTHING);
      ends[1] = (int) Files.size(file);
      journal.append(last(), new Spent(4, Usage.NONE));
      ends[2] = (int) Files.size(file);
    }
    whole = Files.readAllBytes(file);
  }

  /** Short: each of its bytes costs a journal that is opened and written. */
  private static List<Observation> last() {
    return List.of(
        new Observation("c", "p3", "f", new Failed("x"), Optional.empty(), List.of(), 0));
  }

  @Test
  void aTailTornAtAnyByteIsCutAndMadeAgain() throws IOException {
    for (int length = ends[1]; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));

      try (Journal journal = Journal.open(file)) {
        assertThat(journal.all()).as("cut at %d", length).isEqualTo(numbered(0, 3));
        assertThat(journal.spent()).isEqualTo(new Spent(30, Usage.NONE));
        assertThat(Files.size(file)).isEqualTo(ends[1]);
        journal.append(last(), new Spent(4, Usage.NONE));
      }
      assertThat(Files.readAllBytes(file)).as("cut at %d", length).isEqualTo(whole);
    }
  }

  @Test
  void aByteThatChangedInAnEarlierBlockIsRefusedWithItsPlace() throws IOException {
    Random random = new Random(11);
    int linesOfEarlierBlocks = 6;
    for (int i = 0; i < ends[1]; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, damaged);

      assertThatThrownBy(() -> Journal.open(file))
          .as("byte %d", i)
          .isInstanceOf(RunException.class)
          .hasMessageContaining(file.toString())
          .satisfies(
              e -> {
                Matcher line = LINE.matcher(e.getMessage());
                assertThat(line.find()).isTrue();
                assertThat(Integer.parseInt(line.group(1))).isBetween(1, linesOfEarlierBlocks + 1);
              });
      assertThat(Files.readAllBytes(file)).isEqualTo(damaged);
    }
  }

  @Test
  void theDamagedLineIsNamed() throws IOException {
    String text = Files.readString(file);
    Files.writeString(file, text.replace("\"probe\":\"p2\"", "\"prob\":\"p2\""));

    assertThatThrownBy(() -> Journal.open(file))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("at line 5 (no 'probe')");
  }

  @Test
  void aByteThatChangedInTheLastBlockHasItMadeAgain() throws IOException {
    for (int i = ends[1]; i < whole.length; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= 1;
      Files.write(file, damaged);

      try (Journal journal = Journal.open(file)) {
        assertThat(journal.all()).as("byte %d", i).isEqualTo(numbered(0, 3));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{}\n", "\n", "\0\0\0\0"})
  void aBlockThatWasClosedBeforeTheTornOneMustBeWhole(String behind) throws IOException {
    Files.writeString(file, Files.readString(file).replace("\"p3\"", "\"p4\""));
    Files.writeString(file, behind, StandardOpenOption.APPEND);

    assertThatThrownBy(() -> Journal.open(file))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("its checksum does not fit");
  }

  /** As when a failed append could not even be cut off again. */
  @Test
  void bytesBehindTheLastBlockAreCutBeforeTheNextIsAppended() throws IOException {
    Files.write(file, Arrays.copyOf(whole, ends[1]));
    try (Journal journal = Journal.open(file)) {
      Files.writeString(file, "x".repeat(whole.length), StandardOpenOption.APPEND);
      journal.append(last(), new Spent(4, Usage.NONE));
    }

    assertThat(file).hasBinaryContent(whole);
  }

  @Test
  void aWholeBlockThatSaysWhatNobodyKnowsIsRefusedEvenAtTheEnd() throws IOException {
    String line = Files.readAllLines(file).get(4).replace("\"scored\"", "\"guessed\"") + "\n";
    CRC32C crc = new CRC32C();
    crc.update(line.getBytes(UTF_8));
    String closing = "{\"block\":{\"lines\":1,\"crc32c\":\"%08x\"}}\n".formatted(crc.getValue());
    Files.writeString(file, line + closing, StandardOpenOption.APPEND);

    assertThatThrownBy(() -> Journal.open(file))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("at line 10 (unknown outcome 'guessed')");
  }

  @Test
  void aBlockThatIsMissingOneOfItsLinesIsRefused() throws IOException {
    String text = Files.readString(file);
    Files.writeString(file, text.substring(text.indexOf('\n') + 1));

    assertThatThrownBy(() -> Journal.open(file)).isInstanceOf(RunException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no journal", "{\"cell\":", "\0\0\0\0\n\0\0", "{}\n[]\n1\n\n"})
  void aFileWithoutAnyClosedBlockHoldsNothing(String content) throws IOException {
    Files.writeString(file, content);

    try (Journal journal = Journal.open(file)) {
      assertThat(journal.all()).isEmpty();
      journal.append(numbered(0, 2), new Spent(30, Usage.NONE));
    }
    assertThat(Files.readAllBytes(file)).isEqualTo(Arrays.copyOf(whole, ends[0]));
  }
}
