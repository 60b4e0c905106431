package dev.carryover.reports.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.testkit.SampleReports;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PanelTest {
  private final RunReport usual = SampleReports.embedderUpgrade();
  private final Panel panel = Panel.of(usual).get(0);

  @Test
  void theWayBackStandsLast() {
    assertThat(Panel.of(SampleReports.hostile()))
        .extracting(Panel::format, Panel::direction)
        .containsExactly(
            tuple("rag", "old-to-new"),
            tuple("<script>alert(1)</script>", "old-to-new"),
            tuple("rag", "new-to-old"));
  }

  @Test
  void theRolloutIsTheTreatmentThatItsNameMeans() {
    assertThat(panel.rollout()).map(Panel.Row::label).hasValue("inherited");
    assertThat(Panel.of(SampleReports.hostile()).get(0).rollout())
        .map(Panel.Row::label)
        .hasValue("mixed-50");
    assertThat(Panel.treatmentOf("rewrite")).isEqualTo("own");
    assertThat(Panel.treatmentOf("repaired-notes")).isEqualTo("repaired-notes");
  }

  @Test
  void theDecidingMetricComesFirst() {
    assertThat(panel.metrics("mrr")).containsExactly("mrr", "recall@8");
    assertThat(panel.metrics("recall@8")).containsExactly("recall@8", "mrr");
    assertThat(panel.chiefMetrics("recall@8")).containsExactly("recall@8");
  }

  @Test
  void historiesAreSortedByWhatTheRolloutLoses() {
    List<HistoryRow> rows = HistoryRow.of(usual, panel, "recall@8");
    assertThat(rows).hasSize(10);
    assertThat(rows)
        .extracting(row -> row.lossOnBefore().orElseThrow())
        .isSortedAccordingTo((a, b) -> Double.compare(b, a));
    HistoryRow worst = rows.get(0);
    assertThat(worst.lossOnBefore().orElseThrow())
        .isEqualTo(
            worst.value(panel.treatment("before")).orElseThrow()
                - worst.value(panel.rollout()).orElseThrow());
  }

  @Test
  void aHistoryWithoutAValueHasNoLoss() {
    RunReport minimal = SampleReports.minimal();
    assertThat(HistoryRow.of(minimal, Panel.of(minimal).get(0), "accuracy")).isEmpty();
    HistoryRow row = HistoryRow.of(usual, panel, "recall@8").get(0);
    assertThat(row.value(Optional.empty())).isEqualTo(OptionalDouble.empty());
  }
}
