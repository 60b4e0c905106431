package dev.carryover.migrations.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.Answer;
import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.History;
import dev.carryover.core.Plan;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Question;
import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.Diagnosis.Breakdown;
import dev.carryover.core.report.Diagnosis.LostAnswer;
import dev.carryover.core.report.Diagnosis.Part;
import dev.carryover.core.report.Diagnosis.Passage;
import dev.carryover.core.report.Diagnosis.Words;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunException;
import dev.carryover.migrations.analysis.Analyst;
import dev.carryover.migrations.parts.ListedHistories;
import dev.carryover.migrations.parts.RecordingFormat;
import dev.carryover.migrations.parts.RecordingReader;
import dev.carryover.migrations.parts.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs in which something of known size is lost at a known stage. */
class DiagnosisTest {
  private static final int HISTORIES = 3;
  private static final int FACTS = 12;

  /** What a writer that leaves out every third event loses. */
  private static final int FORGOTTEN = HISTORIES * FACTS / 3;

  private static final List<String> NAMES =
      List.of(
          "Aaron", "Bruno", "Celia", "Doris", "Edgar", "Flora", "Gavin", "Heidi", "Irvin", "Julia",
          "Klara", "Linus");

  private static final String MODELS =
      """
      name: diagnosed
      histories: listed:here
      formats: [%s]
      services:
        a: {kind: scripted, model: forwards}
        b: {kind: scripted, model: %s}
      old: {model: a}
      new: {model: b}
      """;

  private static final String EMBEDDERS =
      """
      name: diagnosed
      histories: listed:here
      formats: [%s]
      old: {model: %s, embedder: bag-a}
      new: {model: %s, embedder: bag-b}
      mixed: {percent: 50}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void list() {
    ScriptedModel.reset();
    RecordingFormat.READ.clear();
    RecordingReader.ASKED.clear();
    ListedHistories.list(histories(true));
  }

  @Test
  void whatAWriterLeavesOutIsLostInConstruction() {
    RunReport report = diagnose(MODELS.formatted("notes", "forgetful"));

    Breakdown own = breakdown(report, Plan.OLD_TO_NEW, "own");
    assertThat(counts(own)).isEqualTo(List.of(FORGOTTEN, FORGOTTEN, 0, 0));
    assertThat(own.construction().orElseThrow().value()).isEqualTo(1.0 / 3, within(1e-12));
    assertThat(own.construction().orElseThrow().share().orElseThrow()).isEqualTo(1, within(1e-12));
    assertThat(own.lost().keySet()).containsExactly(Diagnosis.CONSTRUCTION);
    assertThat(counts(breakdown(report, Plan.OLD_TO_NEW, "inherited")))
        .isEqualTo(List.of(0, 0, 0, 0));
  }

  @Test
  void whatDoesNotComeBackIsLostInRetrievalAndWhatCameInsteadIsShown() {
    RunReport report =
        diagnose(EMBEDDERS.formatted("rag: {chunk: event, k: 1}", "overlap", "overlap"));

    Breakdown inherited = breakdown(report, Plan.OLD_TO_NEW, "inherited");
    int lost = inherited.total().orElseThrow().probes().orElseThrow();
    assertThat(lost).isGreaterThan(HISTORIES * FACTS / 2);
    assertThat(counts(inherited)).isEqualTo(List.of(lost, 0, lost, 0));
    List<LostAnswer> answers = lost(report, Plan.OLD_TO_NEW, "inherited");
    assertThat(answers).hasSize(lost);
    for (LostAnswer one : answers) {
      assertThat(one.stage()).isEqualTo(Diagnosis.RETRIEVAL);
      assertThat(one.beforeHad()).contains(true);
      assertThat(one.evidence()).allMatch(fate -> fate.kept() && fate.rank().isEmpty());
      assertThat(one.stored().orElseThrow().mark()).isEqualTo("correct");
    }
    Words words = answers.get(0).texts().orElseThrow();
    String right = words.answer().orElseThrow();
    assertThat(words.question()).contains("badge");
    assertThat(words.held()).singleElement().extracting(Passage::text).asString().contains(right);
    assertThat(words.evidence())
        .singleElement()
        .extracting(Passage::text)
        .asString()
        .contains(right);
    assertThat(words.shown())
        .singleElement()
        .extracting(Passage::text)
        .asString()
        .doesNotContain(right);
  }

  @Test
  void aReaderThatSaysNothingIsBlamedForReadingAndComesLast() {
    RunReport report = diagnose(MODELS.formatted("notes, lc-raw", "mute"));

    for (String format : List.of("notes", "lc-raw")) {
      Breakdown inherited = breakdown(report, format, Plan.OLD_TO_NEW, "inherited");
      int all = HISTORIES * FACTS;
      assertThat(counts(inherited)).isEqualTo(List.of(all, 0, 0, all));
      assertThat(inherited.lost().get(Diagnosis.READING).beforeHad()).hasValue(all);
    }
    assertThat(report.diagnosis().orElseThrow().advice())
        .filteredOn(one -> one.direction().equals(Plan.OLD_TO_NEW))
        .extracting(one -> one.stage())
        .containsOnly(Diagnosis.READING);
  }

  @Test
  void thePartsAndTheLostAnswersSumToTheTotalExactly() {
    RunReport report =
        GateRuns.gate(GateRuns.SMALL, Map.of(), folder.resolve("run"), done -> false).diagnose();

    List<Breakdown> found = report.diagnosis().orElseThrow().breakdowns();
    assertThat(found).extracting(Breakdown::treatment).contains("before", "own", "pooled");
    for (Breakdown one : found) {
      List<Integer> counts = counts(one);
      assertThat(counts.get(0)).isEqualTo(counts.get(1) + counts.get(2) + counts.get(3));
      assertThat(one.total().orElseThrow().value())
          .isEqualTo(
              one.construction().orElseThrow().value()
                  + one.retrieval().orElseThrow().value()
                  + one.reading().orElseThrow().value(),
              within(1e-12));
      int told =
          one.lost().entrySet().stream()
              .filter(stage -> !stage.getKey().equals(Diagnosis.UNTOLD))
              .mapToInt(stage -> stage.getValue().answers())
              .sum();
      assertThat(told).isEqualTo(counts.get(0));
    }
    assertThat(report.contrasts())
        .filteredOn(row -> row.name().equals("loss-total"))
        .extracting(row -> row.direction())
        .contains(Plan.OLD_TO_NEW, Plan.NEW_TO_OLD, "both");
    assertThat(report.contrasts())
        .extracting(row -> row.name())
        .contains("loss-construction(inherited)", "loss-retrieval(own)", "loss-reading(before)");
  }

  @Test
  void aFormatWhoseItemsServeWorseThanItsOwnReadIsExcludedWithTheReason() {
    RunReport report = diagnose(MODELS.formatted("masked", "forwards-too"));

    assertThat(report.diagnosis().orElseThrow().breakdowns())
        .isNotEmpty()
        .allSatisfy(
            one -> {
              assertThat(one.untold().orElseThrow()).startsWith("excluded: readers do worse");
              assertThat(one.construction()).isEmpty();
              assertThat(one.retrieval()).isEmpty();
            });
    assertThat(report.diagnosis().orElseThrow().notes())
        .singleElement()
        .asString()
        .startsWith("masked is excluded");
    assertThat(report.diagnosis().orElseThrow().advice()).isEmpty();
  }

  @Test
  void whereNobodyIsAskedCoverageAndRecallTellAndNothingIsSaidOfReading() {
    ListedHistories.list(histories(false));

    RunReport report =
        diagnose(EMBEDDERS.formatted("rag: {chunk: event, k: 1}", "overlap", "overlap"));

    Breakdown inherited = breakdown(report, Plan.OLD_TO_NEW, "inherited");
    assertThat(inherited.measure()).isEqualTo("recall@1");
    assertThat(inherited.reading()).isEmpty();
    assertThat(inherited.construction().orElseThrow().value()).isZero();
    assertThat(inherited.retrieval().orElseThrow().value())
        .isEqualTo(inherited.total().orElseThrow().value())
        .isGreaterThan(0.5);
    assertThat(report.diagnosis().orElseThrow().notes())
        .singleElement()
        .asString()
        .contains("nobody was asked");
  }

  @Test
  void aMemoryThatAnswersForItselfIsNotToldApart() {
    RunReport report = diagnose(MODELS.formatted("answering", "forwards-too"));

    Breakdown before = breakdown(report, Plan.OLD_TO_NEW, "before");
    assertThat(before.untold().orElseThrow()).contains("answers for itself");
    assertThat(before.total().orElseThrow().value()).isEqualTo(1);
    assertThat(before.reading()).isEmpty();
    assertThat(lost(report, Plan.OLD_TO_NEW, "before"))
        .isNotEmpty()
        .allMatch(one -> one.stage().equals(Diagnosis.UNTOLD));
  }

  @Test
  void aPlannedMixOfSpacesIsDiagnosedToo() {
    RunReport report =
        diagnose(
            EMBEDDERS.formatted("rag: {chunk: event, k: 1}", "overlap", "overlap")
                + "rollout: mixed-50\n");

    Breakdown mixed = breakdown(report, Plan.OLD_TO_NEW, "mixed-50");
    int lost = mixed.total().orElseThrow().probes().orElseThrow();
    assertThat(counts(mixed)).isEqualTo(List.of(lost, 0, lost, 0));
    assertThat(report.diagnosis().orElseThrow().lost().get(0).treatment()).isEqualTo("mixed-50");
  }

  @Test
  void readersOfTheEvidenceSeeTheQuestionAndItsTextsAlone() {
    RunReport report = diagnose(EMBEDDERS.formatted("recorded", "recording", "recording"));

    assertThat(report.diagnosis()).isPresent();
    Map<Question, Set<String>> texts =
        histories(true).stream()
            .flatMap(h -> h.probes().stream().map(p -> Map.entry(p, h.history())))
            .collect(
                Collectors.toMap(
                    entry -> entry.getKey().question(),
                    entry -> allowed(entry.getKey(), entry.getValue()),
                    DiagnosisTest::union));
    Set<String> stored =
        RecordingFormat.READ.stream()
            .flatMap(read -> read.store().stream())
            .map(item -> item.text())
            .collect(Collectors.toSet());
    assertThat(RecordingReader.ASKED).isNotEmpty();
    for (RecordingReader.Asked asked : RecordingReader.ASKED) {
      assertThat(texts).containsKey(asked.question());
      Set<String> known = union(texts.get(asked.question()), stored);
      assertThat(known).containsAll(asked.passages());
    }
    assertThat(RecordingReader.ASKED.stream().map(RecordingReader.Asked::passages))
        .as("the events themselves are given too")
        .anyMatch(passages -> passages.size() == 1 && passages.get(0).startsWith("["));
  }

  @Test
  void theReportOfADiagnosisIsTheSameFromTheDiskAlone() {
    Path out = folder.resolve("run");
    RunReport report = diagnose(MODELS.formatted("notes", "forgetful"));

    ListedHistories.list(List.of());
    try (RunDirectory.Finished run = RunDirectory.read(out)) {
      RunReport again = Analyst.analyse(run.record(), run.journal(), run.texts(), out.toString());
      assertThat(again.diagnosis()).isEqualTo(report.diagnosis());
      assertThat(again.diagnosis().orElseThrow().lost()).allMatch(one -> one.texts().isPresent());
    }
  }

  @Test
  void aDiagnosisThatWasKilledGoesOnAndKeepsTheSameTexts() throws IOException {
    String yaml = MODELS.formatted("notes", "forgetful");
    RunReport report = diagnose(yaml);
    Path torn = folder.resolve("torn");

    assertThatThrownBy(() -> GateRuns.gate(yaml, Map.of(), torn, done -> done > 100).diagnose())
        .isInstanceOf(GateRuns.Killed.class);
    RunReport resumed = GateRuns.gate(yaml, Map.of(), torn, done -> false).diagnose();

    assertThat(resumed.diagnosis()).isEqualTo(report.diagnosis());
    assertThat(Files.readAllBytes(torn.resolve("diagnosis.jsonl")))
        .isEqualTo(Files.readAllBytes(folder.resolve("run/diagnosis.jsonl")));
  }

  @Test
  void aGateTellsNoStage() {
    Path out = folder.resolve("run");
    RunReport report = GateRuns.run(MODELS.formatted("notes", "forgetful"), out);

    assertThat(report.diagnosis()).isEmpty();
    assertThat(report.contrasts()).noneMatch(row -> row.name().startsWith("loss-"));
    assertThat(out.resolve("diagnosis.jsonl")).doesNotExist();
  }

  @Test
  void damagedTextsAreRefusedWithTheLineAndWhatToDo() throws IOException {
    diagnose(MODELS.formatted("notes", "forgetful"));
    Path file = folder.resolve("run/diagnosis.jsonl");
    String whole = Files.readString(file);
    Files.writeString(file, whole.substring(0, whole.length() - 20));

    assertThatThrownBy(() -> RunDirectory.read(folder.resolve("run")))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("diagnosis.jsonl, line ")
        .hasMessageContaining("remove the file");
  }

  @Test
  void longTextsAreCutBetweenCharacters() {
    String cut = Words.cut("\ud83d\ude00".repeat(Words.LONGEST + 1));

    assertThat(cut.codePointCount(0, cut.length())).isEqualTo(Words.LONGEST);
    assertThat(cut).endsWith("\ud83d\ude00\u2026");
    assertThat(Words.cut("short")).isEqualTo("short");
  }

  private RunReport diagnose(String yaml) {
    return GateRuns.gate(yaml, Map.of(), folder.resolve("run"), done -> false).diagnose();
  }

  /** Total, construction, retrieval and reading, in probes. */
  private static List<Integer> counts(Breakdown found) {
    List<Integer> counts = new ArrayList<>();
    for (Optional<Part> part :
        List.of(found.total(), found.construction(), found.retrieval(), found.reading())) {
      counts.add(part.orElseThrow().probes().orElseThrow());
    }
    return counts;
  }

  private static Breakdown breakdown(RunReport report, String direction, String treatment) {
    return breakdown(
        report,
        report.diagnosis().orElseThrow().breakdowns().get(0).format(),
        direction,
        treatment);
  }

  private static Breakdown breakdown(
      RunReport report, String format, String direction, String treatment) {
    return report.diagnosis().orElseThrow().breakdowns().stream()
        .filter(one -> one.format().equals(format))
        .filter(one -> one.direction().equals(direction))
        .filter(one -> one.treatment().equals(treatment))
        .findFirst()
        .orElseThrow();
  }

  private static List<LostAnswer> lost(RunReport report, String direction, String treatment) {
    return report.diagnosis().orElseThrow().lost().stream()
        .filter(one -> one.direction().equals(direction))
        .filter(one -> one.treatment().equals(treatment))
        .toList();
  }

  private static Set<String> allowed(Probe probe, History history) {
    Set<String> wanted = probe.evidence().stream().map(Evidence::event).collect(Collectors.toSet());
    return history.events().stream()
        .filter(event -> wanted.contains(event.id()))
        .map(Event::asDatedLine)
        .collect(Collectors.toSet());
  }

  private static Set<String> union(Set<String> one, Set<String> other) {
    Set<String> both = new HashSet<>(one);
    both.addAll(other);
    return both;
  }

  /** Twelve people with a badge each, and a question about each. */
  private static List<ProbedHistory> histories(boolean answers) {
    List<ProbedHistory> histories = new ArrayList<>();
    for (int h = 0; h < HISTORIES; h++) {
      List<Event> events = new ArrayList<>();
      List<Probe> probes = new ArrayList<>();
      for (int f = 0; f < FACTS; f++) {
        String code = "K%dWZ%d%d".formatted(h + 1, f / 10, f % 10);
        String event = "e" + f;
        events.add(
            new Event(
                event,
                Optional.of("2025-06-%02d".formatted(f + 1)),
                "Ann",
                "The badge of " + NAMES.get(f) + " is " + code + "."));
        probes.add(
            new Probe(
                "p" + f,
                "direct",
                new Question("Which badge has " + NAMES.get(f) + "?"),
                answers ? Optional.of(new Answer.Code(code)) : Optional.empty(),
                List.of(Evidence.of(event))));
      }
      histories.add(new ProbedHistory(new History("h" + h, events), probes));
    }
    return histories;
  }
}
