package dev.carryover.migrations.run;

import static dev.carryover.migrations.run.GateRuns.observations;
import static dev.carryover.migrations.run.GateRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Answer;
import dev.carryover.core.Evidence;
import dev.carryover.core.History;
import dev.carryover.core.Observation;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.HistorySpec;
import dev.carryover.migrations.parts.ListedHistories;
import dev.carryover.migrations.parts.RecordingFormat;
import dev.carryover.migrations.parts.RecordingReader;
import dev.carryover.migrations.parts.RecordingReader.Asked;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What answers a question sees the question's text, what came back, and nothing else. */
class LeakTest {
  private static final String MIGRATION =
      """
      name: leak
      histories: listed:here
      formats: [recorded]
      old: {model: recording, embedder: bag-a}
      new: {model: recording, embedder: bag-b}
      mixed: {percent: 50}
      instrument: 0
      """;

  private static final List<ProbedHistory> HISTORIES =
      HistorySpec.parse("synthetic:nano?count=2&seed=7").load(false).histories();

  @TempDir private Path folder;

  @BeforeEach
  void forget() {
    RecordingFormat.WRITTEN.clear();
    RecordingFormat.READ.clear();
    RecordingReader.ASKED.clear();
    ListedHistories.list(HISTORIES);
  }

  @Test
  void aWriterSeesHistoriesOnly() {
    run(MIGRATION, folder.resolve("run"));

    Set<History> histories =
        HISTORIES.stream().map(ProbedHistory::history).collect(Collectors.toSet());
    assertThat(RecordingFormat.WRITTEN).isNotEmpty();
    assertThat(new HashSet<>(RecordingFormat.WRITTEN)).isEqualTo(histories);
  }

  @Test
  void aMemorySeesTheQuestionsTextOnlyAndReturnsOnlyWhatItStores() {
    run(MIGRATION, folder.resolve("run"));

    Set<Question> questions =
        HISTORIES.stream()
            .flatMap(h -> h.probes().stream())
            .map(Probe::question)
            .collect(Collectors.toSet());
    assertThat(RecordingFormat.READ).isNotEmpty();
    for (RecordingFormat.Read read : RecordingFormat.READ) {
      assertThat(questions).contains(read.question());
      List<StoredItem> back =
          read.recollection()
              .fold(p -> p.items(), s -> List.of(), a -> a.items().orElse(List.of()));
      assertThat(read.store()).containsAll(back);
    }
  }

  @Test
  void aReaderIsGivenWhatCameBackForItsOwnQuestionAndNothingElse() {
    run(MIGRATION, folder.resolve("run"));

    Map<Question, Set<List<String>>> cameBack = new HashMap<>();
    for (RecordingFormat.Read read : RecordingFormat.READ) {
      cameBack
          .computeIfAbsent(read.question(), q -> new HashSet<>())
          .add(read.recollection().fold(p -> p.texts(), s -> List.of(), a -> List.of()));
    }
    assertThat(RecordingReader.ASKED).isNotEmpty();
    for (Asked asked : RecordingReader.ASKED) {
      assertThat(cameBack.get(asked.question())).contains(asked.passages());
    }
  }

  @Test
  void namesFamiliesAnswersAndEvidenceChangeNothingOfWhatComesBackOrIsSaid() {
    String checked = MIGRATION.replace("instrument: 0", "instrument: 2");
    run(checked, folder.resolve("run"));
    List<Said> said = said(HISTORIES, folder.resolve("run"));

    List<ProbedHistory> permuted = HISTORIES.stream().map(LeakTest::permuted).toList();
    ListedHistories.list(permuted);
    run(checked, folder.resolve("permuted"));

    assertThat(said)
        .hasSizeGreaterThan(300)
        .anyMatch(one -> one.cell().contains("corrupted-50"))
        .noneMatch(one -> one.cell().contains("raw-evidence"));
    assertThat(said(permuted, folder.resolve("permuted"))).isEqualTo(said);
    assertThat(observations(folder.resolve("permuted")))
        .as("while the marks do change")
        .extracting(Observation::outcome)
        .isNotEqualTo(
            observations(folder.resolve("run")).stream().map(Observation::outcome).toList());
  }

  /** What came back and was said about one question in one cell, where no evidence was given. */
  private record Said(String cell, String question, List<String> retrieved, String reply) {}

  private static List<Said> said(List<ProbedHistory> histories, Path out) {
    Map<String, String> questions = new HashMap<>();
    for (ProbedHistory history : histories) {
      for (Probe probe : history.probes()) {
        questions.put(history.history().id() + " " + probe.id(), probe.question().text());
      }
    }
    return observations(out).stream()
        .filter(o -> !o.cell().contains("/raw-evidence/"))
        .map(
            o ->
                new Said(
                    o.cell(),
                    String.valueOf(
                        questions.get(
                            o.cell().substring(0, o.cell().indexOf('/')) + " " + o.probe())),
                    o.retrieved(),
                    o.reply().map(Reply::text).orElse("nobody was asked")))
        .toList();
  }

  /** The same questions in the same order, all else about them exchanged among them. */
  private static ProbedHistory permuted(ProbedHistory history) {
    List<Probe> probes = history.probes();
    List<String> ids = shuffled(probes.stream().map(Probe::id).toList(), 1);
    List<String> families = shuffled(probes.stream().map(Probe::family).toList(), 2);
    List<Answer> answers = shuffled(probes.stream().map(p -> p.answer().orElseThrow()).toList(), 3);
    List<List<Evidence>> evidence = shuffled(probes.stream().map(Probe::evidence).toList(), 4);
    List<Probe> permuted = new ArrayList<>();
    for (int i = 0; i < probes.size(); i++) {
      permuted.add(
          new Probe(
              ids.get(i),
              families.get(i),
              probes.get(i).question(),
              java.util.Optional.of(answers.get(i)),
              evidence.get(i)));
    }
    return new ProbedHistory(history.history(), permuted);
  }

  private static <T> List<T> shuffled(List<T> list, long seed) {
    List<T> shuffled = new ArrayList<>(list);
    Collections.shuffle(shuffled, new Random(seed));
    return shuffled;
  }
}
