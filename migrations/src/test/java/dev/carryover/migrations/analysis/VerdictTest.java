package dev.carryover.migrations.analysis;

import static dev.carryover.migrations.analysis.MadeRun.answered;
import static dev.carryover.migrations.analysis.MadeRun.failed;
import static dev.carryover.migrations.analysis.MadeRun.found;
import static dev.carryover.migrations.analysis.MadeRun.ranks;
import static dev.carryover.migrations.analysis.MadeRun.unscored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.RunReport.Hypothesis;
import dev.carryover.core.run.RunRecord.Look;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.core.stats.GateDecision;
import dev.carryover.core.stats.GateHypothesis;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.core.stats.NonInferiorityGate;
import dev.carryover.migrations.analysis.MadeRun.Outcomes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** May the upgrade go ahead, on outcomes that are made up. */
class VerdictTest {
  private static final int HISTORIES = 10;
  private static final int PROBES = 40;

  @TempDir private Path folder;

  @Test
  void nothingLostIsPreserved() {
    RunReport report = report("", (name, h, p) -> p % 10 == h ? ranks(0) : good(name));

    assertThat(report.verdict().decision()).isEqualTo("preserved");
    assertThat(report.verdict().histories()).isEqualTo(HISTORIES);
    assertThat(report.verdict().historiesNeeded()).isEmpty();
    assertThat(report.verdict().measure()).isEqualTo("recall@8");
    assertThat(report.verdict().rollout()).isEqualTo("keep");
    assertThat(report.verdict().direction()).isEqualTo("old-to-new");
    assertThat(report.verdict().undetectedShare().orElseThrow())
        .isCloseTo(1 - Math.pow(0.05, 0.1), within(1e-12));
  }

  @Test
  void aLossOverTheMarginIsRegressedAndNamesTheWorstHistory() {
    RunReport report = report("", losing("inherited", (h, p) -> p < (h == 6 ? 30 : 16 + h % 3)));

    assertThat(report.verdict().decision()).isEqualTo("regressed");
    assertThat(report.verdict().reason())
        .contains("recall@8 (rag) loses +0.")
        .contains("against before")
        .contains("margin 0.05")
        .endsWith("shown to be over the margin");
    assertThat(report.verdict().worstHistory()).contains("h6");
    assertThat(report.verdict().worstLoss().orElseThrow()).isCloseTo(30.0 / 40, within(1e-12));
    assertThat(report.hypotheses()).extracting(Hypothesis::decision).containsExactly("regressed");
  }

  @Test
  void aSmallUnevenLossIsInconclusiveAndSaysHowManyHistoriesWouldDecide() {
    RunReport report = report("", losing("inherited", (h, p) -> p < h - 4));

    assertThat(report.verdict().decision()).isEqualTo("inconclusive");
    int needed = report.verdict().historiesNeeded().orElseThrow();
    assertThat(needed).isGreaterThan(HISTORIES);
    assertThat(report.verdict().reason()).contains("about " + needed + " histories would decide");
  }

  @ParameterizedTest
  @CsvSource({"before, 4, 1", "own, 6, 2", "both, 10, 3", "both, 1, 0"})
  void theVerdictIsTheGatesOnDifferencesTakenByHand(String against, int lost, int extra) {
    Outcomes outcomes =
        (name, h, p) ->
            found(
                switch (name) {
                  case "inherited" -> p >= lost + h % 4;
                  case "own" -> p >= extra;
                  case "shuffled", "empty" -> false;
                  default -> p >= 1;
                });
    List<GateHypothesis> hypotheses = new ArrayList<>();
    if (!against.equals("own")) {
      hypotheses.add(byHand("no-regression: rag", outcomes, "before"));
    }
    if (!against.equals("before")) {
      hypotheses.add(byHand("portability: rag", outcomes, "own"));
    }
    GateDecision expected = NonInferiorityGate.decide(hypotheses);

    RunReport report = report("against: " + against + "\nmargin: 0.08", outcomes);

    assertThat(report.verdict().decision()).isEqualTo(expected.decision().label());
    assertThat(report.verdict().historiesNeeded()).isEqualTo(expected.historiesNeeded().count());
    assertThat(report.hypotheses()).hasSameSizeAs(expected.hypotheses());
    for (int i = 0; i < hypotheses.size(); i++) {
      Hypothesis row = report.hypotheses().get(i);
      var test = expected.hypotheses().get(i).test().orElseThrow();
      assertThat(row.name()).isEqualTo(hypotheses.get(i).name());
      assertThat(row.estimate()).hasValue(hypotheses.get(i).estimate());
      assertThat(row.low()).hasValue(test.interval().low());
      assertThat(row.high()).hasValue(test.interval().high());
      assertThat(row.pPreserved()).hasValue(test.pPreserved());
      assertThat(row.pRegressed()).hasValue(test.pRegressed());
      assertThat(row.pRegressedHolm()).hasValue(test.pRegressedHolm());
      assertThat(row.decision()).isEqualTo(expected.hypotheses().get(i).decision().label());
      assertThat(row.margin()).isEqualTo(0.08);
      assertThat(row.histories()).isEqualTo(HISTORIES);
    }
  }

  @ParameterizedTest
  @CsvSource({"keep, keep", "rewrite, rewrite", "mixed-50, mixed-50"})
  void theRolloutIsReportedAsPlanned(String rollout, String reported) {
    RunReport report = report("rollout: " + rollout, (name, h, p) -> found(p > h));

    assertThat(report.verdict().rollout()).isEqualTo(reported);
  }

  @Test
  void theRolloutThatIsPlannedIsTheOneThatIsJudged() {
    Outcomes onlyOwnLoses = losing("own", (h, p) -> p < 20);

    assertThat(report("rollout: keep", onlyOwnLoses).verdict().decision()).isEqualTo("preserved");
    assertThat(report("rollout: rewrite", onlyOwnLoses).verdict().decision())
        .isEqualTo("regressed");
    assertThat(report("rollout: mixed-50", losing("mixed-50", (h, p) -> p < 20)).verdict())
        .extracting(v -> v.decision())
        .isEqualTo("regressed");
  }

  @Test
  void theWayBackIsReportedAndNeverDecides() {
    RunReport report = report("", losing("way-back", (h, p) -> p < 30));

    assertThat(report.verdict().decision()).isEqualTo("preserved");
    assertThat(report.contrasts())
        .filteredOn(c -> c.name().equals("regression") && c.direction().equals("new-to-old"))
        .filteredOn(c -> c.measure().equals("recall@8"))
        .singleElement()
        .satisfies(c -> assertThat(c.value().orElseThrow()).isCloseTo(0.75, within(1e-12)));
  }

  @Test
  void answersDecideWhereThereAreCodes() {
    RunReport report =
        MadeRun.of("", List.of("rag"), HISTORIES, PROBES, true)
            .report(
                folder,
                (name, h, p) ->
                    answered(!List.of("inherited", "shuffled", "empty").contains(name)));

    assertThat(report.verdict().measure()).isEqualTo("accuracy");
    assertThat(report.verdict().decision()).as("retrieval is perfect").isEqualTo("regressed");
  }

  @Test
  void aNoOpSwapThatChangesSomethingMakesEverythingNotMeasurable() {
    RunReport report =
        report(
            "",
            (name, h, p) ->
                name.equals("no-op") && h == 3 && p == 5
                    ? ranks(2)
                    : found(!List.of("shuffled", "empty").contains(name)));

    assertThat(report.verdict().decision()).isEqualTo("not-measurable");
    assertThat(report.verdict().reason()).contains("a control failed: rag: no-op changes nothing");
    assertThat(gate(report, "rag: no-op changes nothing").passed()).isFalse();
    assertThat(gate(report, "rag: no-op changes nothing").figures())
        .containsEntry("compared", 400.0)
        .containsEntry("changed", 1.0);
    assertThat(report.hypotheses()).as("the figures are there all the same").hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"shuffled", "empty"})
  void aSenselessMemoryThatDoesAsWellMakesItNotMeasurable(String senseless) {
    RunReport report =
        report(
            "",
            (name, h, p) ->
                found(
                    name.equals(senseless)
                        ? p % 10 < 7
                        : !List.of("shuffled", "empty").contains(name)));
    String control = "rag: before beats " + senseless + " memory";

    assertThat(gate(report, control).passed()).as("0.30 with the floor is over 0.20").isTrue();
    if (senseless.equals("empty")) {
      assertThat(report.verdict().reason())
          .as("nobody answers from nothing")
          .contains("rag: memory removed falls to the floor (chance 0.100, empty memory 0.700,");
    } else {
      assertThat(report.verdict().decision()).isEqualTo("preserved");
    }

    RunReport worse =
        report(
            "",
            (name, h, p) ->
                found(
                    name.equals(senseless)
                        ? p % 10 < 8
                        : !List.of("shuffled", "empty").contains(name)));

    assertThat(worse.verdict().decision()).isEqualTo("not-measurable");
    assertThat(worse.verdict().reason()).contains("a control failed: " + control);
    assertThat(gate(worse, control).figures().get("difference")).isCloseTo(0.2, within(1e-12));
    assertThat(gate(worse, control).figures().get("low")).isLessThan(0.2);
    assertThat(gate(worse, control).figures()).containsEntry("least", 0.2);
  }

  @Test
  void theReferenceThatDecidesIsTheOneThatMustBeWorthSomething() {
    Outcomes beforeIsWorthless = (name, h, p) -> found(List.of("own", "inherited").contains(name));

    RunReport report = report("against: own", beforeIsWorthless);

    assertThat(report.verdict().decision()).isEqualTo("preserved");
    assertThat(report.gates())
        .extracting(Gate::name)
        .contains("rag: own beats shuffled memory")
        .doesNotContain("rag: before beats shuffled memory");
  }

  @Test
  void oneHistoryIsNotMeasurable() {
    RunReport report =
        MadeRun.of("", List.of("rag"), 1, PROBES, false).report(folder, (name, h, p) -> good(name));

    assertThat(report.verdict().decision()).isEqualTo("not-measurable");
    assertThat(report.verdict().reason()).contains("one history").doesNotContain("control");
    assertThat(report.hypotheses().get(0).low()).isEmpty();
    assertThat(report.hypotheses().get(0).estimate()).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void fewHistoriesAreNeverCalledPreserved(int histories) {
    RunReport report =
        MadeRun.of("margin: 0.5", List.of("rag"), histories, PROBES, false)
            .report(folder, (name, h, p) -> good(name));

    assertThat(report.verdict().decision()).isEqualTo("inconclusive");
  }

  @Test
  void aRunThatIsNotFinishedHasNoVerdict() {
    RunReport report =
        made("").report(folder, (name, h, p) -> good(name), Status.RUNNING, List.of());

    assertThat(report.verdict().decision()).isEqualTo("not-measurable");
    assertThat(report.verdict().reason()).contains("not finished");
  }

  @Test
  void moreFailuresThanAllowedHaveNoVerdict() {
    Outcomes outcomes =
        (name, h, p) -> name.equals("inherited") && h == 0 && p < 3 ? failed() : good(name);

    assertThat(report("max_failed: 2", outcomes).verdict().decision()).isEqualTo("not-measurable");
    assertThat(report("max_failed: 2", outcomes).verdict().reason())
        .contains("3 observations failed, 2 are allowed");
    assertThat(report("max_failed: 3", outcomes).verdict().decision()).isEqualTo("preserved");
  }

  @Test
  void aDecisionThatHangsOnTheFailedOnesIsInconclusive() {
    Outcomes outcomes = (name, h, p) -> name.equals("inherited") && p < h ? failed() : good(name);

    RunReport report = report("max_failed: 100", outcomes);

    assertThat(report.verdict().decision()).isEqualTo("inconclusive");
    assertThat(report.verdict().reason())
        .contains("preserved only if the 45 failed observations are left out");
  }

  @Test
  void aDecisionThatHoldsWithTheFailedOnesCountedAgainstTheRolloutStands() {
    Outcomes outcomes =
        (name, h, p) -> {
          if (name.equals("inherited")) {
            return p == 0 ? failed() : found(p > 20);
          }
          return good(name);
        };

    RunReport report = report("max_failed: 10", outcomes);

    assertThat(report.verdict().decision()).isEqualTo("regressed");
  }

  @Test
  void aFailedReferenceCountsAgainstTheRolloutToo() {
    Outcomes outcomes = (name, h, p) -> name.equals("before") && p < h ? failed() : good(name);

    assertThat(report("max_failed: 100", outcomes).verdict().decision()).isEqualTo("inconclusive");
  }

  @Test
  void aNoOpControlOfWhichNothingCouldBeComparedProvesNothing() {
    RunReport report =
        report("max_failed: 400", (name, h, p) -> name.equals("no-op") ? failed() : good(name));

    assertThat(report.verdict().decision()).isEqualTo("not-measurable");
    assertThat(report.verdict().reason()).contains("no-op");
  }

  @Test
  void theSameMemoryReadTheSameWayHoldsByConstruction() {
    RunReport report =
        MadeRun.of("against: both", List.of("lc-raw"), 3, PROBES, true)
            .report(folder, (name, h, p) -> answered(p % 2 == 0));

    assertThat(report.verdict().decision())
        .as("whatever the number of histories")
        .isEqualTo("preserved");
    assertThat(report.verdict().reason()).contains("the same memory read the same way");
    assertThat(report.hypotheses()).isEmpty();
    assertThat(report.verdict().worstHistory()).isEmpty();
    assertThat(report.limits()).anyMatch(l -> l.contains("lc-raw does not depend on what changes"));
  }

  @Test
  void equalScoresAloneDoNotHoldByConstruction() {
    RunReport report = report("", (name, h, p) -> good(name));

    assertThat(report.hypotheses()).hasSize(1);
  }

  @Test
  void aFormatThatHoldsByConstructionIsLeftOutOfTheCount() {
    RunReport report =
        MadeRun.of("", List.of("rag", "lc-raw"), HISTORIES, PROBES, true)
            .report(folder, (name, h, p) -> answered(!List.of("shuffled", "empty").contains(name)));

    assertThat(report.hypotheses())
        .extracting(Hypothesis::name)
        .containsExactly("no-regression: rag");
    assertThat(report.verdict().decision()).isEqualTo("preserved");
  }

  @Test
  void aMixedRolloutWithAnotherReaderIsJudgedInEveryFormat() {
    RunReport report =
        MadeRun.of(
                "rollout: mixed-50\ncombined: true\nnew: {embedder: b, model: other}",
                List.of("lc-raw"),
                HISTORIES,
                PROBES,
                true)
            .report(folder, (name, h, p) -> answered(!name.equals("empty")));

    assertThat(report.hypotheses()).as("the reader is another").hasSize(1);
  }

  @Test
  void whereNothingCanBeMarkedThereIsNoVerdict() {
    RunReport report =
        MadeRun.of("", List.of("lc-raw"), HISTORIES, PROBES, false)
            .report(folder, (name, h, p) -> unscored());

    assertThat(report.verdict().decision()).isEqualTo("not-measurable");
    assertThat(report.verdict().reason())
        .contains("nothing is measured that this change can touch");
  }

  @Test
  void theBootstrapIsReportedBesideTheClaimAndIsSeeded() {
    Outcomes outcomes = losing("inherited", (h, p) -> p < h);

    RunReport one = report("", outcomes);
    RunReport other = report("", outcomes);

    assertThat(one.contrasts())
        .filteredOn(c -> c.name().equals("no-regression: rag (bootstrap)"))
        .singleElement()
        .satisfies(
            c -> {
              assertThat(c.value().orElseThrow()).isCloseTo(4.5 / 40, within(1e-12));
              assertThat(c.low().orElseThrow()).isBetween(0.0, 4.5 / 40);
              assertThat(c.high().orElseThrow()).isBetween(4.5 / 40, 9.0 / 40);
            });
    assertThat(one).isEqualTo(other);
  }

  @Test
  void theLimitsSayWhatTheFiguresCannotShow() {
    RunReport report =
        made("")
            .report(
                folder,
                (name, h, p) -> good(name),
                Status.FINISHED,
                List.of(new Look("then", "inconclusive", 10), new Look("now", "preserved", 10)));

    assertThat(report.limits())
        .anyMatch(l -> l.contains("A mean over 10 histories") && l.contains("26 %"))
        .anyMatch(l -> l.contains("standard deviation of at most 0.0502"))
        .anyMatch(l -> l.contains("rag is judged on retrieval alone (recall@8)"))
        .anyMatch(l -> l.contains("reached 2 times"))
        .contains("A note of the source.");
  }

  private interface Lost {
    boolean at(int history, int probe);
  }

  /** Everything is found but in a senseless memory, and where this treatment loses it. */
  private static Outcomes losing(String treatment, Lost lost) {
    return (name, h, p) -> name.equals(treatment) && lost.at(h, p) ? ranks(0) : good(name);
  }

  private static dev.carryover.core.Observation.Outcome good(String name) {
    return found(!List.of("shuffled", "empty").contains(name));
  }

  private static GateHypothesis byHand(String name, Outcomes outcomes, String reference) {
    List<HistoryDifference> losses = new ArrayList<>();
    for (int h = 0; h < HISTORIES; h++) {
      double[] differences = new double[PROBES];
      for (int p = 0; p < PROBES; p++) {
        boolean had = outcomes.of(reference, h, p).equals(found(true));
        boolean has = outcomes.of("inherited", h, p).equals(found(true));
        differences[p] = (had ? 1 : 0) - (has ? 1 : 0);
      }
      losses.add(HistoryDifference.of("h" + h, differences));
    }
    return new GateHypothesis(name, losses, 0.08);
  }

  private RunReport report(String more, Outcomes outcomes) {
    return made(more).report(folder, outcomes);
  }

  private static MadeRun made(String more) {
    return MadeRun.of(more, List.of("rag"), HISTORIES, PROBES, false);
  }

  private static Gate gate(RunReport report, String name) {
    return report.gates().stream().filter(g -> g.name().equals(name)).findFirst().orElseThrow();
  }
}
