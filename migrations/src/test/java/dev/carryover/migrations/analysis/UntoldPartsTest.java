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

  @Test
  void readsOfTheEvidenceAloneAreNoDiagnosis() {
    assertThat(report(Map.of(), AnswerMark.WRONG_CODE).diagnosis()).isEmpty();
  }

  private Diagnosis diagnosis(String asked, AnswerMark normal) {
    return report(Map.of(RunRecord.DIAGNOSIS, asked), normal).diagnosis().orElseThrow();
  }

  /** Every answer from memory has this mark; from the events, all but the first are right. */
  private RunReport report(Map<String, String> settings, AnswerMark normal) {
    Cell memory = cell(EvidenceMode.NORMAL);
    Cell events = cell(EvidenceMode.RAW_EVIDENCE);
    List<String> histories = new ArrayList<>();
    List<Observation> made = new ArrayList<>();
    for (int h = 0; h < HISTORIES; h++) {
      histories.add("h" + h);
      for (int p = 0; p < PROBES; p++) {
        made.add(observation(memory.withHistory("h" + h), p, normal));
        made.add(
            observation(
                events.withHistory("h" + h),
                p,
                p == 0 ? AnswerMark.WRONG_CODE : AnswerMark.CORRECT));
      }
    }
    Plan plan =
        new Plan(
            histories,
            List.of(
                new PlannedFormat(
                    "state", new TreeMap<>(), OptionalInt.empty(), Optional.of("accuracy"))),
            List.of(treatment(memory), treatment(events)),
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
