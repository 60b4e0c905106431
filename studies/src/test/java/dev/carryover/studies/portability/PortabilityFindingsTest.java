package dev.carryover.studies.portability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.studies.report.Findings;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.report.StudyTable.Entry;
import dev.carryover.studies.report.Verdict;
import dev.carryover.studies.report.Verdict.Decision;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Expected values from SciPy 1.17.1 and statsmodels 0.15.0 on {@code made-study.csv}: {@code
 * ttest_1samp(x, 5, alternative='greater')}, {@code t.interval(.95, 5, mean, sem)}, {@code
 * ttost_paired(x, 0, -5, 5)}, {@code multipletests([H1, H2, H4a, H7a], method='holm')}.
 */
class PortabilityFindingsTest {
  private static final double EXACT = 1e-8;

  @TempDir Path folder;

  private static StudyTable table(Findings findings, String name) {
    return findings.tables().stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
  }

  private static Entry entry(StudyTable table, String row, String column) {
    return table.rows().stream()
        .filter(entries -> entries.get(0).shown().equals(row))
        .findFirst()
        .orElseThrow()
        .get(table.heads().indexOf(column));
  }

  private static double number(StudyTable table, String row, String column) {
    return entry(table, row, column).value().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "H1, 12.46961372, +6.48 to +18.46, 0.01191719516, 0.02383439, 0.9880828048",
    "H2, 11.25, +8.50 to +14.00, 0.001042396473, 0.00312719, 0.9989576035",
    "H4a, 11.64498782, +6.17 to +17.12, 0.01309115914, 0.02383439, 0.9869088409",
    "H7a, 9.861111111, +8.26 to +11.47, 0.000279568773, 0.00111828, 0.9997204312"
  })
  void thePlannedTestsComeOutAsOtherProgramsComputeThem(
      String test, double points, String interval, double p, double holm, double equivalence) {
    Findings findings = new MadeStudy().findings(folder);
    StudyTable planned = table(findings, "planned_tests");
    assertThat(number(planned, test, "points")).isCloseTo(points, within(EXACT));
    assertThat(entry(planned, test, "interval").shown()).isEqualTo(interval);
    assertThat(number(planned, test, "over_margin")).isCloseTo(points - 5, within(EXACT));
    assertThat(number(planned, test, "p")).isCloseTo(p, within(EXACT));
    assertThat(number(planned, test, "p_holm")).isCloseTo(holm, within(EXACT));
    assertThat(entry(planned, test, "decision").shown()).isEqualTo("supported");
    assertThat(number(table(findings, "follow_ups"), test, "equivalence_p_unplanned"))
        .isCloseTo(equivalence, within(EXACT));
  }

  @Test
  void allFourAreTested() {
    Findings findings = new MadeStudy().findings(folder);
    assertThat(findings.verdicts()).extracting(Verdict::decision).containsOnly(Decision.YES);
    assertThat(findings.verdicts()).hasSize(4);
    assertThat(findings.unmeasurable()).isEmpty();
    assertThat(findings.limits())
        .anyMatch(limit -> limit.contains("direction and repairer change together"));
    assertThat(number(table(findings, "follow_ups"), "H7a", "bootstrap_p")).isLessThan(0.001);
  }

  @Test
  void aMissingRungLeavesItsTestNotMeasurableAndInTheCorrection() {
    Findings findings =
        new MadeStudy()
            .withoutRows("e6-repairs,notes,new-to-old,repaired-rewrite@25")
            .findings(folder);
    StudyTable planned = table(findings, "planned_tests");
    assertThat(entry(planned, "H7a", "decision").shown()).isEqualTo("not-measurable");
    assertThat(entry(planned, "H7a", "points").value()).isEmpty();
    assertThat(number(planned, "H2", "p_holm")).isCloseTo(0.00416959, within(EXACT));
    assertThat(findings.limits())
        .anyMatch(limit -> limit.startsWith("H7a is not measurable: in 6 of 6 histories"));
  }

  /** One-sided p 0.0425 for H1, by the same programs; 0.085 after the correction. */
  @Test
  void anEstimateOverTheMarginIsNotEnough() {
    Findings findings =
        new MadeStudy()
            .with("e1-model-swap,notes,old-to-new,inherited", "10 10 10 10 9 10")
            .findings(folder);
    StudyTable planned = table(findings, "planned_tests");
    assertThat(number(planned, "H1", "points")).isGreaterThan(5);
    assertThat(number(planned, "H1", "p_holm")).isGreaterThan(0.05);
    assertThat(entry(planned, "H1", "decision").shown()).isEqualTo("not-supported");
  }

  /** 3 of 20 is 0.15, under chance + 0.20. */
  @Test
  void oneHistoryUnderTheGateMakesWhatRestsOnItNotMeasurable() {
    Findings findings =
        new MadeStudy().with("e1-model-swap,notes,new-to-old,own", "8 9 3 7 8 11").findings(folder);
    assertThat(findings.verdicts())
        .extracting(Verdict::decision)
        .containsExactly(
            Decision.NOT_MEASURABLE, Decision.YES, Decision.NOT_MEASURABLE, Decision.YES);
    assertThat(findings.limits())
        .anyMatch(limit -> limit.startsWith("H1 is not measurable: in 1 of 6 histories"));
    StudyTable planned = table(findings, "planned_tests");
    assertThat(entry(planned, "H1", "points").shown()).isEqualTo("-");
    assertThat(number(planned, "H2", "p_holm")).isCloseTo(0.00312719, within(EXACT));
    assertThat(entry(table(findings, "follow_ups"), "H1", "bootstrap_p").shown()).isEqualTo("-");
  }

  @Test
  void theBootstrapIsSeededAndAgreesWithTheTests() {
    StudyTable follow = table(new MadeStudy().findings(folder), "follow_ups");
    assertThat(number(follow, "H2", "bootstrap_p")).isLessThan(0.001);
    assertThat(number(follow, "H1", "bootstrap_p")).isLessThan(0.01);
    assertThat(table(new MadeStudy().findings(folder.resolve("again")), "follow_ups"))
        .isEqualTo(follow);
  }

  @Test
  void theSpreadOfTheCalibrationHistoriesSaysHowManyAreNeeded() {
    StudyTable power = table(new MadeStudy().findings(folder), "power");
    assertThat(number(power, "H1", "standard_deviation"))
        .isCloseTo(10.381421856041033, within(EXACT));
    assertThat(number(power, "H4a", "standard_deviation"))
        .isCloseTo(7.73839475258364, within(EXACT));
    assertThat(number(power, "paper's", "needed_at_0.05")).isEqualTo(38);
    assertThat(number(power, "paper's", "needed_at_0.025")).isEqualTo(48);
  }

  @Test
  void accuraciesStandBesideThePapersWithTheirOwnNames() {
    Findings findings = new MadeStudy().findings(folder);
    List<Entry> notes = table(findings, "t3_accuracy").rows().get(1);
    assertThat(notes)
        .extracting(Entry::shown)
        .containsExactly(
            "notes",
            "b",
            "0.558 (0.481 to 0.636)",
            "0.467 (0.424 to 0.510)",
            "-9.17",
            "Qwen",
            "0.472",
            "0.339",
            "-13.28");
    StudyTable retrieval = table(findings, "t4_retrieval");
    assertThat(number(retrieval, "full re-embed", "gain")).isCloseTo(18.75, within(EXACT));
    assertThat(findings.limits()).anyMatch(limit -> limit.startsWith("The paper's columns are"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"e1-model-swap", "e3-old-reader", "e3-new-reader", "e6-repairs", "calibration"})
  void aStudyThatIsNotAtItsEndSaysSo(String missing) {
    Findings findings = new MadeStudy().without(missing).findings(folder);
    assertThat(findings.unmeasurable())
        .contains("it is not at its end, and the same command goes on");
    assertThat(findings.verdicts()).isEmpty();
  }
}
