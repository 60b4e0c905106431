package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import dev.carryover.core.Reply;
import dev.carryover.core.run.AnswerFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kept answers, looked over. */
class CacheCommandTest {
  @TempDir private Path home;
  private Path folder;

  @BeforeEach
  void keepThreeAnswers() {
    folder = home.resolve("answers");
    try (AnswerFolder answers = AnswerFolder.open(folder)) {
      for (int i = 0; i < 3; i++) {
        answers.keep("key-" + i, Reply.of("answer " + i));
      }
    }
  }

  @Test
  void aWholeCacheIsCounted() throws IOException {
    Said said = run("cache", "verify", folder);

    assertThat(said.code()).isZero();
    long bytes = Files.size(folder.resolve("000001.jsonl"));
    assertThat(said.out().lines())
        .containsExactly(folder + ": 3 entries, " + bytes + " bytes in 1 files", "damaged: 0");
  }

  @Test
  void aDamagedEntryIsSetApartOnceWithItsPlaceAndItIsNoFailure() throws IOException {
    Path segment = folder.resolve("000001.jsonl");
    Files.writeString(segment, Files.readString(segment).replace("answer 1", "answer 7"));
    Files.writeString(folder.resolve("000002.jsonl"), "{\"crc32c\":\"00");

    Said first = run("cache", "verify", folder);
    Said second = run("cache", "verify", folder);

    assertThat(first.code()).isZero();
    assertThat(first.out())
        .contains("2 entries", "damaged: 1", "000001.jsonl, line 2, byte ", "checksum")
        .contains(folder.resolve("damaged").toString())
        .contains("000002.jsonl ends within a line");
    assertThat(second.code()).isZero();
    assertThat(second.out()).contains("2 entries", "damaged: 0", "set apart before: 1");
  }

  @Test
  void aFolderThatIsNotThereIsNamed() {
    Said said = run("cache", "verify", home.resolve("nowhere"));

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("nowhere");
  }

  @Test
  void withoutAFolderTheOneOfTheHomeIsMeantWhichMayBeEmpty() {
    Said kept = atHome(home);
    Said none = atHome(home.resolve("other"));

    assertThat(kept.code()).isZero();
    assertThat(kept.out()).startsWith(folder + ": 3 entries");
    assertThat(none.code()).isZero();
    assertThat(none.out()).contains(": 0 entries");
    assertThat(home.resolve("other")).doesNotExist();
  }

  private Said atHome(Path named) {
    return CommandProcess.start(
            home,
            List.of(),
            List.of(),
            Map.of("CARRYOVER_HOME", named.toString()),
            "cache",
            "verify")
        .await();
  }
}
