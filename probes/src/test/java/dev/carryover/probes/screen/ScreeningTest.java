package dev.carryover.probes.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.report.ScreenReport;
import dev.carryover.core.report.ScreenReport.Candidate;
import dev.carryover.core.report.ScreenReport.Row;
import dev.carryover.core.run.RunException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a screen says of candidates. */
class ScreeningTest {
  private static final int[] GOOD = {18, 17, 19, 16, 18, 17};
  private static final int[] FAIR = {12, 11, 14, 10, 13, 11};
  private static final int[] ALIKE = {12, 12, 13, 11, 12, 11};
  private static final int[] BAD = {1, 0, 2, 0, 1, 0};

  @TempDir private Path folder;
  private MadeScreen screen;

  @BeforeEach
  void make() {
    screen = new MadeScreen(folder);
  }

  @Test
  void everyTwoCandidatesAreComparedOnTheSameProbesWithHolm() {
    ScreenReport report =
        Screening.report(
            screen.candidate("a", GOOD).candidate("b", FAIR).candidate("c", ALIKE).calibrated());

    // expected: SciPy 1.17.1 (t.sf over the floored standard error), Holm by hand
    assertThat(report.comparisons()).hasSize(3);
    assertThat(report.comparisons().get(0).difference().mean())
        .isCloseTo(0.2833333333333333, within(1e-12));
    assertThat(report.comparisons().get(0).p().orElseThrow()).isCloseTo(0.00501798, within(1e-8));
    assertThat(report.comparisons().get(2).p().orElseThrow()).isEqualTo(1);
  }

  @Test
  void whatTheProbesCannotSeparateIsATie() {
    ScreenReport report =
        Screening.report(
            screen.candidate("a", GOOD).candidate("b", FAIR).candidate("c", ALIKE).calibrated());

    assertThat(row(report, "a").rank()).isEqualTo(1);
    assertThat(row(report, "a").tied()).isFalse();
    assertThat(row(report, "b").rank()).isEqualTo(2);
    assertThat(row(report, "c").rank()).isEqualTo(2);
    assertThat(row(report, "b").tied()).isTrue();
  }

  @Test
  void aCandidateThatIsShownToBeWorseThanAnotherByMoreThanTheMarginIsStopped() {
    ScreenReport report =
        Screening.report(screen.candidate("a", GOOD).candidate("b", FAIR).calibrated());

    assertThat(candidate(report, "a").decision()).isEqualTo(ScreenReport.GO_ON);
    assertThat(candidate(report, "b").decision()).isEqualTo(ScreenReport.STOP);
    assertThat(candidate(report, "b").reason()).contains("'a' is shown to be better");
    assertThat(report.decision()).isEqualTo(ScreenReport.GO_ON);
  }

  @Test
  void aCandidateThatIsHardlyBetterThanGuessingIsStoppedAlone() {
    ScreenReport report = Screening.report(screen.candidate("new", BAD).calibrated());

    assertThat(report.decision()).isEqualTo(ScreenReport.ALL_STOPPED);
    assertThat(candidate(report, "new").reason()).contains("0.20 over chance");
  }

  @Test
  void withTheOldSideAPredictedLossOverTheMarginStops() {
    ScreenReport report =
        Screening.report(
            screen.candidateBeside("a", GOOD, GOOD).candidateBeside("b", GOOD, FAIR).calibrated());

    assertThat(candidate(report, "b").decision()).isEqualTo(ScreenReport.STOP);
    assertThat(candidate(report, "b").reason()).contains("predicted loss").contains("0.050");
    assertThat(candidate(report, "a").decision()).isEqualTo(ScreenReport.GO_ON);
    assertThat(row(report, "a").loss().orElseThrow().mean()).isZero();
    assertThat(report.asked().answers()).isEqualTo(240);
    assertThat(report.asked().oldAnswers()).isEqualTo(120);
  }

  @Test
  void nothingIsEverApproved() {
    ScreenReport report =
        Screening.report(screen.candidateBeside("a", GOOD, 20, 20, 20, 20, 20, 20).calibrated());

    assertThat(candidate(report, "a").decision()).isEqualTo(ScreenReport.GO_ON);
    assertThat(report.limits().get(0)).contains("never approves");
  }

  @Test
  void anotherFormatsCalibrationRanksOnly() {
    ScreenReport report = Screening.report(screen.of("external").candidate("a", BAD).calibrated());

    assertThat(candidate(report, "a").decision()).isEqualTo(ScreenReport.RANKING_ONLY);
    assertThat(report.decision()).isEqualTo(ScreenReport.CANNOT_TELL);
    assertThat(report.limits())
        .anyMatch(limit -> limit.contains("of other formats (format-0, format-1)"));
  }

  @Test
  void aNewerCalibrationIsAStatedLimit() {
    Path there =
        screen
            .candidate("a", BAD)
            .with("given", "{\"schema\": \"carryover.calibration/9\", \"anything\": 1}");

    ScreenReport report = Screening.report(there);

    assertThat(candidate(report, "a").decision()).isEqualTo(ScreenReport.RANKING_ONLY);
    assertThat(report.calibration().source()).isEqualTo("none");
    assertThat(report.limits())
        .anyMatch(limit -> limit.contains("Ranking only") && limit.contains("calibration/9"));
  }

  @Test
  void theCalibrationThatShipsIsNamedAsSuch() {
    String text = CalibrationJson.write(Calibration.of(MadeCells.runs()));

    ScreenReport report = Screening.report(screen.candidate("a", GOOD).with("shipped", text));

    assertThat(report.calibration().source()).isEqualTo("shipped");
    assertThat(report.limits()).anyMatch(limit -> limit.contains("the one that ships"));
  }

  @Test
  void fewerProbesAndFamiliesAreSaidAndRankOnly() {
    ScreenReport report =
        Screening.report(screen.probes(12, 3).candidate("a", 3, 4, 5, 6, 7, 8).calibrated());

    assertThat(candidate(report, "a").decision()).isEqualTo(ScreenReport.RANKING_ONLY);
    assertThat(report.limits())
        .anyMatch(limit -> limit.contains("over 3 (family-0, family-1, family-2)"))
        .anyMatch(limit -> limit.contains("fewer than 20 probes"));
  }

  @Test
  void oneHistoryRanksOnly() {
    ScreenReport report = Screening.report(screen.candidate("a", 12).calibrated());

    assertThat(candidate(report, "a").decision()).isEqualTo(ScreenReport.RANKING_ONLY);
    assertThat(report.limits()).anyMatch(limit -> limit.contains("one history only"));
  }

  @Test
  void historiesThatBringBackAllTheirTextsTellNothing() {
    List<List<String>> all =
        List.of(List.of("a", "b", "c"), List.of("b", "a", "c"), List.of("c", "b", "a"));

    ScreenReport report = Screening.report(screen.texts("same", all, all).calibrated());

    assertThat(report.candidates().get(0).formats()).isEmpty();
    assertThat(report.decision()).isEqualTo(ScreenReport.CANNOT_TELL);
    assertThat(report.limits()).anyMatch(limit -> limit.contains("brings back all that it holds"));
  }

  @Test
  void keptNeighboursRankAndWarnAndNeverApprove() {
    List<List<String>> before =
        List.of(
            List.of("a", "b", "c"),
            List.of("b", "a", "c"),
            List.of("c", "d", "a"),
            List.of("d", "c", "b"));
    List<List<String>> half =
        List.of(
            List.of("a", "b", "d"),
            List.of("a", "b", "d"),
            List.of("d", "b", "c"),
            List.of("c", "d", "a"));

    ScreenReport report =
        Screening.report(
            screen.texts("same", before, before).texts("other", before, half).calibrated());

    assertThat(row(report, "same").measure()).isEqualTo("overlap@2");
    assertThat(row(report, "same").screened().mean()).isEqualTo(1);
    assertThat(row(report, "other").screened().mean()).isEqualTo(0.5);
    assertThat(row(report, "other").noOp().orElseThrow().mean()).isEqualTo(1);
    assertThat(report.candidates())
        .allMatch(candidate -> candidate.decision().equals(ScreenReport.RANKING_ONLY));
    assertThat(report.decision()).isEqualTo(ScreenReport.CANNOT_TELL);
    assertThat(report.asked().answers()).isZero();
    assertThat(report.limits().get(0)).contains("never approves");
  }

  @Test
  void aScreenOfTextsLeavesNoProbeOut() {
    List<List<String>> texts = List.of(List.of("a", "b", "c"));
    Path there = screen.texts("a", texts, texts).calibrated();

    assertThatThrownBy(() -> Screening.chosen(there))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("asked no question");
  }

  @Test
  void aGateLearnsWhatWasChosen() {
    Path there = screen.candidate("a", GOOD).candidate("b", FAIR).calibrated();

    assertThat(Screening.chosen(there)).isEqualTo(new Screening.Chosen(7, "abc", 2));
  }

  @Test
  void aRunThatIsNoScreenIsRefused() {
    screen.candidate("a", GOOD).calibrated();

    assertThatThrownBy(() -> Screening.report(Screening.folderOf(folder, "a")))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("is no screen");
  }

  @Test
  void aScreenIsNoRunToCalibrateOn() {
    screen.candidate("a", GOOD).calibrated();

    assertThatThrownBy(() -> FullRuns.read(List.of(Screening.folderOf(folder, "a")), 7))
        .hasMessageContaining("asked only a part of the probes");
  }

  private static Candidate candidate(ScreenReport report, String name) {
    return report.candidates().stream()
        .filter(candidate -> candidate.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Row row(ScreenReport report, String name) {
    return candidate(report, name).formats().get(0);
  }
}
