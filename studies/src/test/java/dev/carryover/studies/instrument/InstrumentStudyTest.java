package dev.carryover.studies.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.Cell;
import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.stats.GateHypothesis;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.core.stats.HypothesisResult;
import dev.carryover.core.stats.NonInferiorityGate;
import dev.carryover.migrations.analysis.Analyst;
import dev.carryover.migrations.plan.Treatments;
import dev.carryover.studies.frame.Study.Request;
import dev.carryover.studies.frame.StudyListener;
import dev.carryover.studies.frame.StudyRun;
import dev.carryover.studies.instrument.Condition.Kind;
import dev.carryover.studies.report.Findings;
import dev.carryover.studies.report.StudyReport;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.report.Verdict.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One small run through the real gate, killed once on the way. */
class InstrumentStudyTest {
  private static final Settings SMALL =
      Settings.of(Map.of("histories", "10", "plans", "400", "sizes", "10,24", "more_spreads", "6"));

  @TempDir static Path folder;
  private static StudyReport report;
  private static byte[] journalBefore;

  private static StudyReport run(StudyListener listener) {
    return new StudyRun(new InstrumentStudy(), folder, listener, Clock.systemUTC())
        .run(new Request("-", 1, SMALL));
  }

  private static Path journal() {
    return new ConditionRun(Condition.unharmed(Stage.CONSTRUCTION), folder)
        .folder()
        .resolve("observations.jsonl");
  }

  @BeforeAll
  static void killedOnceAndRunToTheEnd() throws IOException {
    assertThatThrownBy(() -> run(new KilledAt("retrieval-nothing"))).hasMessage("killed");
    journalBefore = Files.readAllBytes(journal());
    report = run(new KilledAt("never"));
  }

  private record KilledAt(String where) implements StudyListener {
    @Override
    public void stage(String what) {
      if (what.startsWith(where)) {
        throw new IllegalStateException("killed");
      }
    }

    @Override
    public void progress(long done, long total, String what) {}
  }

  @Test
  void whatWasRunBeforeTheKillIsNotRunAgain() throws IOException {
    assertThat(journal()).hasBinaryContent(journalBefore);
    assertThat(journal().resolveSibling("stores")).doesNotExist();
  }

  @Test
  void whatConditionsStoreAlikeIsWrittenOnceAndDeletedAtTheEnd() {
    assertThat(embedded(new Condition(Stage.RETRIEVAL, Kind.ZERO, 6)))
        .isLessThan(embedded(Condition.unharmed(Stage.RETRIEVAL)));
    assertThat(folder.resolve("stores")).doesNotExist();
  }

  private static long embedded(Condition condition) {
    try (RunDirectory.Finished run =
        RunDirectory.read(new ConditionRun(condition, folder).folder())) {
      return run.journal().spent().embeddedTexts();
    }
  }

  @Test
  void theReportIsMadeAgainFromTheFolderAloneWithTheSameBytes() throws IOException {
    String json = Files.readString(folder.resolve("report/study.json"));
    String plot = Files.readString(folder.resolve("report/decisions.svg"));
    try (RunDirectory.Finished run = RunDirectory.read(folder)) {
      StudyRun.report(new InstrumentStudy(), folder, run.record(), run.journal());
    }
    assertThat(folder.resolve("report/study.json")).hasContent(json);
    assertThat(folder.resolve("report/decisions.svg")).hasContent(plot);
    assertThat(json).doesNotContain(folder.toString());
  }

  @Test
  void theTrueLossIsThePlantedOneToTheProbe() {
    for (Condition condition : Condition.all(6, List.of())) {
      Population population = Measured.of(condition, folder).population();
      assertThat(population.truth() * population.probes())
          .as(condition.name())
          .isCloseTo(condition.kind().loss() * population.probes(), within(1.01));
    }
  }

  @Test
  void theBreakdownFindsThePlantedStageAndNoOther() {
    StudyTable table = table(report.findings(), "breakdown");
    assertThat(table.rows()).hasSize(2 * 10);
    for (List<StudyTable.Entry> row : table.rows()) {
      String name = row.get(0).shown();
      double planted = row.get(2).value().orElseThrow();
      for (int i = 3; i < 6; i++) {
        double expected = name.startsWith(table.heads().get(i)) ? planted : 0;
        assertThat(row.get(i).value().orElseThrow()).as(name).isCloseTo(expected, within(.02));
      }
    }
  }

  @Test
  void theWholeRunsPassTheirControls() {
    for (List<StudyTable.Entry> row : table(report.findings(), "runs").rows()) {
      assertThat(row.get(4).shown()).isNotEqualTo("not-measurable");
    }
    assertThat(table(report.findings(), "runs").rows()).hasSize(13);
  }

  @Test
  void aGateThatErrsIsFoundOut() {
    Settings settings =
        SMALL.orElse(
            Map.of("missed", "20", "churn", "5", "spread", "6", "scale", "nano", "seed", "1"));
    Findings harsh = new InstrumentStudy(shifted(.05)).analyse(settings, folder);
    Findings lenient = new InstrumentStudy(shifted(-.05)).analyse(settings, folder);

    assertThat(harsh.verdicts().get(0).decision()).isEqualTo(Decision.NO);
    assertThat(lenient.verdicts().get(1).decision()).isEqualTo(Decision.NO);
    assertThat(harsh.verdicts().get(2).decision()).isEqualTo(Decision.NO);
    assertThat(rate(harsh, "false_alarms_at_margin"))
        .isGreaterThan(10 * rate(report.findings(), "false_alarms_at_margin"));
    assertThat(rate(lenient, "losses_passed_at_margin"))
        .isGreaterThan(10 * rate(report.findings(), "losses_passed_at_margin"));
  }

  /** A gate that adds so much to every loss. */
  private static Function<List<GateHypothesis>, List<HypothesisResult>> shifted(double by) {
    return hypotheses ->
        NonInferiorityGate.test(
            hypotheses.stream()
                .map(
                    hypothesis ->
                        new GateHypothesis(
                            hypothesis.name(),
                            hypothesis.histories().stream()
                                .map(
                                    history ->
                                        new HistoryDifference(
                                            history.history(),
                                            Math.max(-1, Math.min(1, history.mean() + by)),
                                            history.samplingVariance(),
                                            history.probes()))
                                .toList(),
                            hypothesis.margin()))
                .toList(),
            NonInferiorityGate.DEFAULT_ALPHA);
  }

  /** That of plans of 24 histories. */
  private static double rate(Findings findings, String head) {
    StudyTable table = table(findings, "in_short");
    return table.rows().get(1).get(table.heads().indexOf(head)).value().orElseThrow();
  }

  private static StudyTable table(Findings findings, String name) {
    return findings.tables().stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aDrawnPlanIsDecidedAsTheWholeGateDecidesIt() throws IOException {
    List<String> decisions = new ArrayList<>();
    for (Kind kind : List.of(Kind.ZERO, Kind.BEYOND)) {
      Condition condition = new Condition(Stage.READING, kind, 6);
      Population population = Measured.of(condition, folder).population();
      for (int seed = 0; seed < 12; seed++) {
        List<HistoryDifference> drawn = Rates.sample(population, 24, new SplittableRandom(seed));
        List<HypothesisResult> results =
            NonInferiorityGate.test(
                List.of(new GateHypothesis("plan", drawn)), NonInferiorityGate.DEFAULT_ALPHA);
        RunReport whole = whole(condition, drawn);

        assertThat(whole.verdict().decision())
            .isEqualTo(NonInferiorityGate.overall(results).label());
        assertThat(whole.hypotheses().get(0).estimate())
            .hasValueCloseTo(results.get(0).estimate(), within(1e-12));
        assertThat(whole.hypotheses().get(0).low())
            .hasValueCloseTo(results.get(0).test().orElseThrow().interval().low(), within(1e-12));
        decisions.add(whole.verdict().decision());
      }
    }
    assertThat(decisions).contains("preserved", "inconclusive", "regressed");
  }

  /** The report of a run on the drawn histories, those drawn twice under a name of their own. */
  private static RunReport whole(Condition condition, List<HistoryDifference> drawn)
      throws IOException {
    Path file = Files.createTempDirectory(folder, "plan").resolve("observations.jsonl");
    try (RunDirectory.Finished run =
            RunDirectory.read(new ConditionRun(condition, folder).folder());
        Journal copy = Journal.open(file)) {
      RunRecord record = run.record();
      List<PlannedTreatment> treatments =
          record.plan().treatments().stream()
              .filter(t -> t.id().endsWith(Treatments.BEFORE) || isRollout(t, condition))
              .filter(t -> t.direction().equals(Plan.OLD_TO_NEW))
              .toList();
      List<Observation> block = new ArrayList<>();
      for (HistoryDifference history : drawn) {
        String original = history.history().substring(0, history.history().indexOf('#'));
        for (PlannedTreatment treatment : treatments) {
          Cell cell = treatment.cell().orElseThrow();
          run.journal()
              .of(cell.withHistory(original).id())
              .values()
              .forEach(o -> block.add(renamed(o, cell.withHistory(history.history()).id())));
        }
      }
      copy.append(block, Journal.Spent.NOTHING);
      Plan plan =
          new Plan(
              drawn.stream().map(HistoryDifference::history).toList(),
              record.plan().formats(),
              treatments,
              record.plan().rule(),
              record.plan().seed());
      return Analyst.analyse(
          new RunRecord(
              record.schema(),
              record.name(),
              record.status(),
              record.given(),
              new TreeMap<>(),
              plan,
              record.identities(),
              record.spaces(),
              record.notes(),
              record.versions(),
              record.clock(),
              List.of()),
          copy,
          "plan");
    }
  }

  private static boolean isRollout(PlannedTreatment treatment, Condition condition) {
    return treatment.id().endsWith(condition.stage().treatment());
  }

  private static Observation renamed(Observation one, String cell) {
    return new Observation(
        cell, one.probe(), one.family(), one.outcome(), one.reply(), one.retrieved(), 0);
  }

  @Test
  void settingsThatCannotBeUsedAreRefusedBeforeAnythingIsRun() {
    for (Map<String, String> bad :
        List.of(
            Map.of("histories", "9"),
            Map.of("plans", "0"),
            Map.of("sizes", "1"),
            Map.of("scale", "paper"),
            Map.of("more_spreads", "x"))) {
      assertThatThrownBy(
              () ->
                  new InstrumentStudy()
                      .facts(new Request("-", 1, Settings.of(bad), Optional.empty())))
          .isInstanceOf(SettingException.class);
    }
  }
}
