package dev.carryover.reports.figures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.testkit.SampleReports;
import dev.carryover.reports.Altered;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RunTablesTest {
  private static final String COULD_BE_MISSED = "histories over the margin that could be missed";
  private static final double MARGIN = .05;

  @Test
  void theShareThatCouldBeMissedNeedsThatNoHistoryLostMoreThanTheMargin() {
    assertThat(verdict(OptionalDouble.of(MARGIN)))
        .contains(
            List.of(
                COULD_BE_MISSED,
                "up to 25.9 % of all, if, as here, none lost more than the margin"));
    assertThat(verdict(OptionalDouble.of(-.01)))
        .extracting(cells -> cells.get(0))
        .contains(COULD_BE_MISSED);
  }

  @Test
  void theShareThatCouldBeMissedIsLeftOutWhereAHistoryLostMoreOrNoneIsKnown() {
    assertThat(verdict(OptionalDouble.of(Math.nextUp(MARGIN))))
        .extracting(cells -> cells.get(0))
        .contains("worst history")
        .doesNotContain(COULD_BE_MISSED);
    assertThat(verdict(OptionalDouble.empty()))
        .extracting(cells -> cells.get(0))
        .doesNotContain(COULD_BE_MISSED);
  }

  private static List<List<String>> verdict(OptionalDouble worstLoss) {
    return new RunTables(
            Altered.worstLoss(SampleReports.embedderUpgrade(), worstLoss), Numbers.PLAIN)
        .verdict().lines().stream().map(Table.Line::cells).toList();
  }
}
