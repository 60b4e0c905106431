package dev.carryover.migrations.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.Cell;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Outcome;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Plan.Rule;
import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.Diagnosis.Breakdown;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a diagnosis says of memories that hold no texts, and of those that nobody can open. */
class UntoldPartsTest {
  private static final int HISTORIES = 3;
  private static final int PROBES = 4;

  @TempDir private Path folder;

  @Test
  void ofAStateOnlyReadingIsToldAndTheRestIsOneLoss() {
    Diagnosis found = diagnosis("true", AnswerMark.WRONG_CODE);

    Breakdown before = found.breakdowns().get(0);
    assertThat(before.total().orElseThrow().probes()).hasValue(HISTORIES * PROBES);
    assertThat(before.reading().orElseThrow().probes()).hasValue(HISTORIES);
    assertThat(before.retrieval()).isEmpty();
    assertThat(before.construction()).isEmpty();
    assertThat(before.untold().orElseThrow()).contains("no texts");
    assertThat(before.lost().get(Diagnosis.MEMORY).answers()).isEqualTo(HISTORIES * (PROBES - 1));
    assertThat(before.lost().get(Diagnosis.READING).answers()).isEqualTo(HISTORIES);
  }

  @Test
  void whatNobodyCanOpenIsLostAtNoStage() {
    Diagnosis found = diagnosis("true", AnswerMark.INCOMPATIBLE);

    Breakdown before = found.breakdowns().get(0);
    assertThat(before.untold().orElseThrow()).contains("no reader could open");
    assertThat(before.reading()).isEmpty();
    assertThat(before.lost().keySet()).containsExactly(Diagnosis.UNTOLD);
    assertThat(found.advice()).isEmpty();
  }

  /** Its first answer is wrong, and from the items alone all are: they say nothing of the first. */
  @Test
  void whereItemsServeWorseAloneNoAnswerIsSaidToBeLostInConstruction() {
    List<Cell> cells =
        List.of(
            cell(EvidenceMode.NORMAL),
            cell(EvidenceMode.STORED_EVIDENCE),
            cell(EvidenceMode.RAW_EVIDENCE));
    Diagnosis found =
        report(
                Map.of(RunRecord.DIAGNOSIS, "true"),
                cells,
                (cell, probe) -> {
                  boolean right =
                      switch (cell.evidence()) {
                        case NORMAL -> probe > 0;
                        case STORED_EVIDENCE -> false;
                        case RAW_EVIDENCE -> true;
                      };
                  return right ? AnswerMark.CORRECT : AnswerMark.WRONG_CODE;
                })
            .diagnosis()
            .orElseThrow();

    Breakdown before = found.breakdowns().get(0);
    assertThat(before.untold().orElseThrow()).startsWith("excluded");
    assertThat(before.construction()).isEmpty();
    assertThat(before.lost().keySet()).containsExactly(Diagnosis.MEMORY);
    assertThat(found.lost()).extracting(one -> one.stage()).containsOnly(Diagnosis.MEMORY);
  }

  @Test
  void readsOfTheEvidenceAloneAreNoDiagnosis() {
    assertThat(report(Map.of(), AnswerMark.WRONG_CODE).diagnosis()).isEmpty();
  }

  private Diagnosis diagnosis(String asked, AnswerMark normal) {
    return report(Map.of(RunRecord.DIAGNOSIS, asked), normal).diagnosis().orElseThrow();
  }

  /** Every answer from memory has this mark; from the events, all but the first are right. */
  private RunReport report(Map<String, String> settings, AnswerMark normal) {
    return report(
        settings,
        List.of(cell(EvidenceMode.NORMAL), cell(EvidenceMode.RAW_EVIDENCE)),
        (cell, probe) ->
            cell.evidence() == EvidenceMode.NORMAL
                ? normal
                : probe == 0 ? AnswerMark.WRONG_CODE : AnswerMark.CORRECT);
  }

  private RunReport report(
      Map<String, String> settings, List<Cell> cells, BiFunction<Cell, Integer, AnswerMark> marks) {
    List<String> histories = new ArrayList<>();
    List<Observation> made = new ArrayList<>();
    for (int h = 0; h < HISTORIES; h++) {
      histories.add("h" + h);
      for (int p = 0; p < PROBES; p++) {
        for (Cell cell : cells) {
          made.add(observation(cell.withHistory("h" + h), p, marks.apply(cell, p)));
        }
      }
    }
    Plan plan =
        new Plan(
            histories,
            List.of(
                new PlannedFormat(
                    "state", new TreeMap<>(), OptionalInt.empty(), Optional.of("accuracy"))),
            cells.stream().map(UntoldPartsTest::treatment).toList(),
            new Rule("keep", List.of("before"), .05, 0),
            7);
    try (Journal journal = Journal.open(folder.resolve("journal"))) {
      journal.append(made, new Journal.Spent(0, new TreeMap<>()));
      return Analyst.analyse(record(plan, settings), journal, "runs/made");
    }
  }

  private static PlannedTreatment treatment(Cell cell) {
    return new PlannedTreatment("state", Plan.OLD_TO_NEW, "before", Optional.of(cell));
  }

  private static Cell cell(EvidenceMode evidence) {
    return new Cell(Plan.ANY_HISTORY, "state", "a", "a", "-", "-", Cell.AS_WRITTEN, evidence, 0);
  }

  private static Observation observation(Cell cell, int probe, AnswerMark mark) {
    Outcome outcome =
        new Scored(
            Optional.of(mark),
            Optional.empty(),
            Optional.empty(),
            mark == AnswerMark.INCOMPATIBLE ? Optional.of("other shapes") : Optional.empty());
    return new Observation(
        cell.id(), "p" + probe, "direct", outcome, Optional.empty(), List.of(), 1);
  }

  private static RunRecord record(Plan plan, Map<String, String> settings) {
    return new RunRecord(
        RunRecord.SCHEMA,
        "made",
        Status.FINISHED,
        new TreeMap<>(),
        new TreeMap<>(settings),
        plan,
        List.of(),
        List.of(),
        List.of(),
        new TreeMap<>(Map.of("carryover", "test")),
        new RunRecord.Clock("then", "now", 1.5, "host", "java"),
        List.of());
  }
}
