package dev.carryover.reports.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Hypothesis;
import dev.carryover.core.testkit.SampleReports;
import dev.carryover.reports.Altered;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({"before, before", "own, own", "both, before own"})
  void theReferencesAreThoseOfTheSettings(String against, String references) {
    assertThat(references(Altered.against(usual, against))).isEqualTo(references);
  }

  @ParameterizedTest
  @CsvSource({
    "no-regression, before",
    "portability: rag, own",
    "no-regression: rag|portability: rag, before own",
    "portability-like, before"
  })
  void withoutSettingsTheReferencesAreThoseOfTheHypotheses(String names, String references) {
    List<Hypothesis> hypotheses = Stream.of(names.split("\\|")).map(PanelTest::named).toList();
    assertThat(references(Altered.hypotheses(usual, hypotheses))).isEqualTo(references);
  }

  @Test
  void onTheWayBackNothingIsPlannedOrReferredTo() {
    RunReport report = SampleReports.hostile();
    Panel wayBack = Panel.of(report).get(2);
    assertThat(wayBack.rollout()).isEmpty();
    assertThat(wayBack.references()).isEmpty();
    assertThat(wayBack.rows()).hasSize(10);
    assertThat(HistoryRow.of(report, wayBack, "recall@8"))
        .hasSize(10)
        .isSortedAccordingTo(Comparator.comparing(HistoryRow::history))
        .allSatisfy(row -> assertThat(row.lossOnBefore()).isEmpty());
  }

  @Test
  void historiesAreSortedByWhatTheRolloutLosesAgainstTheReference() {
    assertThat(histories("before"))
        .hasSize(10)
        .extracting(row -> row.lossOnBefore().orElseThrow())
        .isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(histories("own"))
        .hasSize(10)
        .extracting(row -> row.lossOnOwn().orElseThrow())
        .isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(histories("own"))
        .extracting(HistoryRow::history)
        .isNotEqualTo(histories("before").stream().map(HistoryRow::history).toList());
    assertThat(histories("both"))
        .extracting(
            row -> Math.max(row.lossOnBefore().orElseThrow(), row.lossOnOwn().orElseThrow()))
        .isSortedAccordingTo(Comparator.reverseOrder());
  }

  @Test
  void aLossIsWhatTheReferenceHasMoreThanTheRollout() {
    HistoryRow worst = histories("before").get(0);
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

  private List<HistoryRow> histories(String against) {
    RunReport report = Altered.against(usual, against);
    return HistoryRow.of(report, Panel.of(report).get(0), "recall@8");
  }

  private static String references(RunReport report) {
    return Panel.of(report).get(0).references().stream()
        .map(Panel.Row::label)
        .collect(Collectors.joining(" "));
  }

  private static Hypothesis named(String name) {
    Hypothesis sample = SampleReports.embedderUpgrade().hypotheses().get(0);
    return new Hypothesis(
        name,
        sample.format(),
        sample.measure(),
        sample.margin(),
        sample.estimate(),
        sample.low(),
        sample.high(),
        sample.pPreserved(),
        sample.pRegressed(),
        sample.pRegressedHolm(),
        sample.decision(),
        sample.histories());
  }
}
