package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.files;
import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.spi.HistorySpec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories shown and written out. */
class FixturesCommandTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"synthetic:nano?count=3&seed=5", "synthetic:small?count=2", "talks"})
  void whatIsWrittenOutReadsBackAsTheSource(String source) {
    String from = source.equals("talks") ? Talks.write(folder, 3) : source;
    Path to = folder.resolve("a/b");

    Said said = run("fixtures", "generate", from, "--to", to);

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(files(to)).containsExactly("histories.jsonl", "questions.jsonl");
    List<ProbedHistory> original = HistorySpec.parse(from).load(false).histories();
    List<ProbedHistory> again =
        HistorySpec.parse(
                "jsonl:%s?questions=%s"
                    .formatted(to.resolve("histories.jsonl"), to.resolve("questions.jsonl")))
            .load(false)
            .histories();
    assertThat(again).hasSameSizeAs(original);
    for (int i = 0; i < original.size(); i++) {
      assertThat(again.get(i).history()).isEqualTo(original.get(i).history());
      assertThat(again.get(i).probes())
          .extracting(
              Probe::question,
              Probe::family,
              Probe::answer,
              p -> p.evidence().stream().map(Evidence::event).toList())
          .isEqualTo(
              original.get(i).probes().stream()
                  .map(
                      p ->
                          org.assertj.core.groups.Tuple.tuple(
                              p.question(),
                              p.family(),
                              p.answer(),
                              p.evidence().stream().map(Evidence::event).toList()))
                  .toList());
    }
  }

  @Test
  void writingTwiceGivesTheSameBytes() {
    run("fixtures", "generate", "synthetic:nano?count=2", "--to", folder.resolve("one"));
    run("fixtures", "generate", "synthetic:nano?count=2", "--to", folder.resolve("two"));

    assertThat(read(folder.resolve("one/histories.jsonl")))
        .isEqualTo(read(folder.resolve("two/histories.jsonl")));
    assertThat(read(folder.resolve("one/questions.jsonl")))
        .isEqualTo(read(folder.resolve("two/questions.jsonl")));
  }

  @Test
  void aHistoryIsShownWithItsProbesAnswersAndEvidence() {
    Said said = run("fixtures", "show", "synthetic:nano?count=2", "--history", "nano-0002");

    ProbedHistory shown =
        HistorySpec.parse("synthetic:nano?count=2").load(false).histories().get(1);
    assertThat(said.code()).isZero();
    assertThat(said.out()).startsWith("nano-0002: ");
    assertThat(said.out())
        .contains(shown.history().events().stream().map(Event::text).toList())
        .contains(shown.probes().stream().map(p -> p.question().text()).toList())
        .contains(shown.probes().stream().map(p -> p.answer().orElseThrow().text()).toList());
  }

  @Test
  void aHistoryThatIsNotThereIsNamedWithThoseThatAre() {
    Said said = run("fixtures", "show", "synthetic:nano?count=2", "--history", "nano-9");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("'nano-9'").contains("nano-0001, nano-0002");
  }

  @Test
  void badRecordsAreCountedWhereAskedFor() {
    Path chats =
        write(
            folder.resolve("chats.jsonl"),
            """
            {"id":"c1","messages":[{"role":"user","content":"hello"}]}
            {"id":"c2","messages":"none"}
            """);

    Said refused = run("fixtures", "show", "jsonl:" + chats);
    Said counted = run("fixtures", "show", "jsonl:" + chats, "--skip-bad");

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("chats.jsonl").contains("line 2").contains("messages");
    assertThat(counted.code()).isZero();
    assertThat(counted.out()).contains("c1: 1 events").contains("skipped 1 record");
  }

  @ParameterizedTest
  @ValueSource(strings = {"synthetic:gigantic", "nothing:here", "nano", "jsonl:/nowhere/x.jsonl"})
  void aSourceThatCannotBeUsedIsRefused(String source) {
    Said said = run("fixtures", "generate", source, "--to", folder.resolve("to"));

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).startsWith("error: ").doesNotContain("Exception");
    assertThat(said.err().strip().lines()).hasSize(1);
    assertThat(folder.resolve("to")).doesNotExist();
  }
}
