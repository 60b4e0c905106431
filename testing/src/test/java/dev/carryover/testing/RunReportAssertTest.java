package dev.carryover.testing;

import static dev.carryover.testing.CarryoverAssertions.assertThat;
import static dev.carryover.testing.Formats.NOTES;
import static dev.carryover.testing.Formats.RAG;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.testkit.SampleReports;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RunReportAssertTest {
  private static final RunReport REGRESSED = SampleReports.embedderUpgrade();
  private static final RunReport UNDECIDED = SampleReports.hostile();
  private static final RunReport NOTHING = SampleReports.minimal();

  @Test
  void aRegressionSaysWhatTheVerdictSays() {
    assertThatThrownBy(() -> assertThat(REGRESSED).isPreserved())
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            """
            Expecting the upgrade to be preserved, but it is regressed
              verdict: regressed: %s
              no-regression, recall@8, regressed: loss +0.310 (95 %% interval +0.276 to +0.344), margin 0.05, histories 10
              portability, recall@8, regressed: loss +0.350 (95 %% interval +0.312 to +0.388), margin 0.05, histories 10
              worst history: conv-26, which loses +0.349
              report: %s"""
                .formatted(
                    REGRESSED.verdict().reason(),
                    Path.of("runs/embedder-upgrade/report/index.html").toAbsolutePath()));
  }

  @Test
  void aDescriptionComesFirst() {
    assertThatThrownBy(() -> assertThat(REGRESSED).as("before the cutover").isPreserved())
        .hasMessageStartingWith("[before the cutover] Expecting the upgrade to be preserved");
  }

  @Test
  void anUndecidedRunSaysHowManyHistoriesWouldDecideItAndWhichControlFailed() {
    assertThatThrownBy(() -> assertThat(UNDECIDED).isPreserved())
        .hasMessageContaining("but it is inconclusive")
        .hasMessageContaining("histories that would decide it: 73")
        .hasMessageContaining("control failed: before beats shuffled vectors");
  }

  @Test
  void aFormatIsPreservedWhateverBecomesOfAnother() {
    assertThat(UNDECIDED).preserves(RAG);
    assertThatThrownBy(() -> assertThat(UNDECIDED).preserves("<script>alert(1)</script>"))
        .hasMessageContaining("to be preserved, but portability is inconclusive");
  }

  @Test
  void aFormatThatLosesOrWasNotJudgedIsNotPreserved() {
    assertThatThrownBy(() -> assertThat(REGRESSED).preserves(RAG))
        .hasMessageStartingWith("Expecting rag to be preserved, but no-regression is regressed");
    assertThatThrownBy(() -> assertThat(REGRESSED).preserves(NOTES))
        .hasMessageStartingWith(
            "Expecting notes to be preserved, but it was not judged; judged are rag");
    assertThatThrownBy(() -> assertThat(NOTHING).preserves(RAG))
        .hasMessageContaining("but no-regression is not-measurable");
  }

  @Test
  void aLossIsBoundedByTheEndOfItsInterval() {
    assertThat(REGRESSED).losesAtMost(0.39);
    assertThatThrownBy(() -> assertThat(REGRESSED).losesAtMost(0.37))
        .hasMessageStartingWith(
            "Expecting a loss of at most 0.37, but portability loses +0.350 (95 % interval +0.312"
                + " to +0.388)");
    assertThatThrownBy(() -> assertThat(UNDECIDED).losesAtMost(0.5))
        .hasMessageContaining("loses undefined");
    assertThatThrownBy(() -> assertThat(NOTHING).losesAtMost(1))
        .hasMessageContaining("but no loss could be measured")
        .hasMessageContaining("one history is not enough for an interval");
  }

  @Test
  void controlsMustHavePassedAndBeenThere() {
    assertThat(REGRESSED).hasNoFailedControl();
    assertThatThrownBy(() -> assertThat(UNDECIDED).hasNoFailedControl())
        .hasMessageContaining("but these failed: before beats shuffled vectors");
    assertThatThrownBy(() -> assertThat(NOTHING).hasNoFailedControl())
        .hasMessageContaining("but none was checked");
  }

  @Test
  void aFigureIsTheRolloutsUnlessAnotherIsNamed() {
    assertThat(REGRESSED)
        .recallAt(8)
        .isAtLeast(0.3)
        .recallAt(8)
        .in(RAG)
        .under("own")
        .isAtLeast(0.65)
        .figure("mrr")
        .under("before")
        .isAtLeast(0.4);
    assertThatThrownBy(() -> assertThat(REGRESSED).recallAt(8).isAtLeast(0.6))
        .hasMessageStartingWith(
            "Expecting recall@8 of rag under inherited to be at least 0.6, but it is 0.310 (95 %"
                + " interval 0.2")
        .hasMessageContaining("over 10 histories, 1520 probes scored, 4 unscored, 0 failed")
        .hasMessageContaining("verdict: regressed");
  }

  @Test
  void aFigureIsAskedOfEveryFormatThatHasIt() {
    RunReport report = SampleReports.modelUpgrade();

    assertThat(report).accuracy().in("lc-raw").isAtLeast(0.7);
    assertThatThrownBy(() -> assertThat(report).accuracy().isAtLeast(0.7))
        .hasMessageContaining("Expecting accuracy of notes under inherited to be at least 0.7");
  }

  @Test
  void aFigureThatIsNotThereSaysWhatIs() {
    assertThatThrownBy(() -> assertThat(REGRESSED).recallAt(5).isAtLeast(0.1))
        .hasMessageStartingWith("Expecting recall@5 under inherited, but it was not measured")
        .hasMessageContaining("rag under before [mrr, recall@8]");
    assertThatThrownBy(() -> assertThat(REGRESSED).recallAt(8).in(NOTES).isAtLeast(0.1))
        .hasMessageStartingWith("Expecting recall@8 under inherited in notes, but");
    assertThatThrownBy(
            () -> assertThat(NOTHING).accuracy().under("random-code-in-view").isAtLeast(0))
        .hasMessageContaining("to be at least 0.0, but it is undefined");
  }
}
