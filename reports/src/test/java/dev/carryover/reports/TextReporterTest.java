package dev.carryover.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import dev.carryover.core.testkit.ReporterContract;
import dev.carryover.core.testkit.SampleReports;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TextReporterTest extends ReporterContract {
  @Override
  protected Reporter reporter() {
    return new TextReporter();
  }

  @ParameterizedTest
  @MethodSource("reports")
  void noLineIsWiderThanATerminal(RunReport report) {
    assertThat(reporter().render(report))
        .flatExtracting(file -> file.content().lines().toList())
        .allSatisfy(line -> assertThat(TextLine.width(line)).isLessThanOrEqualTo(100));
  }

  @Test
  void whatDoesNotOpenIsNamedInPlaceOfAFigureAndRepairsHaveATableOfTheirOwn() {
    RunReport states = SampleReports.stateUpgrade();

    assertThat(Rendered.file(reporter(), states, "summary.txt"))
        .containsPattern("inherited +rollout +incompatible +- +0\\.000")
        .contains("accuracy: own, inherited and repaired, with the price");
    List<String> repairs = Rendered.file(reporter(), states, "repairs.txt").lines().toList();
    assertThat(repairs).hasSize(8);
    assertThat(repairs.get(2))
        .matches("saved-cache +nano-2 +0.740 +incompatible +0.740 +re-prefill +412 +0 +10");
    assertThat(repairs.get(4)).matches("lc-raw +nano-2 +0.740 +0.740 +- +none needed +- +- +10");
    assertThat(reporter().render(SampleReports.modelUpgrade()))
        .as("nothing was repaired")
        .extracting(file -> file.name())
        .containsExactly("summary.txt");
  }

  @Test
  void theFirstLineIsTheVerdict() {
    assertThat(firstLine(SampleReports.embedderUpgrade())).isEqualTo("Verdict: REGRESSED");
    assertThat(firstLine(SampleReports.hostile())).isEqualTo("Verdict: INCONCLUSIVE");
    assertThat(firstLine(SampleReports.minimal())).isEqualTo("Verdict: NOT MEASURABLE");
  }

  @Test
  void theSummaryOfAnUsualReportIsAscii() {
    assertThat(Rendered.only(reporter(), SampleReports.embedderUpgrade()))
        .matches("[\\n\\x20-\\x7e]*");
  }

  @Test
  void theSummaryHoldsFiguresWorstHistoryAndLimits() {
    assertThat(Rendered.only(reporter(), SampleReports.embedderUpgrade()))
        .contains("  inherited     rollout    0.310  0.283 to 0.337   0.027         10   1,520")
        .contains("worst history: conv-26, loss +0.349")
        .doesNotContain("could be missed")
        .contains("controls: 3 of 3 passed")
        .contains("  - Ten histories:");
    assertThat(Rendered.only(reporter(), SampleReports.hostile()))
        .contains("histories that would decide: 73")
        .contains("control FAILED: before beats shuffled vectors");
  }

  @Test
  void theShareThatCouldBeMissedIsPrintedWithItsCondition() {
    RunReport none = Altered.worstLoss(SampleReports.embedderUpgrade(), OptionalDouble.of(.02));
    assertThat(Rendered.only(reporter(), none))
        .contains(
            "could be missed: up to 25.9 % of all, if, as here, none lost more\n"
                + "  than the margin");
  }

  @Test
  void noCharacterOfAStrangerTurnsTheTerminal() {
    assertThat(Rendered.only(reporter(), SampleReports.hostile()).codePoints())
        .noneMatch(point -> point == 0x1b || (point >= 0x202a && point <= 0x202e));
  }

  @Test
  void wideCharactersTakeTwoColumnsAndLongNamesAreCut() {
    assertThat(TextLine.width("\u8a18\u61b6 e\u0301")).isEqualTo(6);
    assertThat(TextLine.cut("0123456789", 7)).isEqualTo("0123...");
    assertThat(TextLine.cut("\u8a18\u61b6\u306e\u79fb\u884c", 8)).isEqualTo("\u8a18\u61b6...");
    assertThat(TextLine.wrap("one two three", 7)).isEqualTo(List.of("one two", "three"));
  }

  private String firstLine(RunReport report) {
    return Rendered.only(reporter(), report).lines().findFirst().orElseThrow();
  }
}
