package dev.carryover.studies.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.spi.Settings;
import dev.carryover.studies.report.Findings;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.report.StudyTable.Entry;
import dev.carryover.studies.report.Verdict.Decision;
import dev.carryover.studies.swap.MadeRuns;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Expected values from SciPy 1.17.1 and NumPy 2.4.6 on {@code made-repairs.csv}: {@code
 * ttest_1samp(x, 5, alternative='greater')} and {@code t.interval(.95, 5, mean, sem)}, where x is
 * 100 times the mean over directions and rungs; {@code min} over the rungs that reach a target and
 * did not fail, {@code median} over the histories that have one.
 */
class RepairFindingsTest {
  private static final double EXACT = 1e-8;

  @TempDir Path folder;

  private static MadeRuns made() {
    return new MadeRuns(RepairFindingsTest.class, "made-repairs.csv");
  }

  private Findings findings(MadeRuns runs) {
    runs.write(folder);
    return new RepairStudy().analyse(Settings.of(Map.of("margin", "5", "seed", "1")), folder);
  }

  private static StudyTable table(Findings findings, String name) {
    return findings.tables().stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
  }

  /** The entry of the row that begins with these. */
  private static Entry entry(StudyTable table, String column, String... beginning) {
    return table.rows().stream()
        .filter(
            row ->
                row.subList(0, beginning.length).stream()
                    .map(Entry::shown)
                    .toList()
                    .equals(List.of(beginning)))
        .findFirst()
        .orElseThrow()
        .get(table.heads().indexOf(column));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "H7a | 9.8611111111 | +8.26 to +11.47 | 0.000279568773 | supported",
        "H7a, old-to-new | 13.0555555556 | +10.04 to +16.07 | 0.000498389118 | not planned",
        "H7a, new-to-old | 6.6666666667 | +3.96 to +9.38 | 0.087343907132 | not planned"
      })
  void theTestComesOutAsOtherProgramsComputeIt(
      String test, double points, String interval, double p, String decision) {
    StudyTable table = table(findings(made()), "h7a");
    assertThat(entry(table, "points", test).value().orElseThrow()).isCloseTo(points, within(EXACT));
    assertThat(entry(table, "over_margin", test).value().orElseThrow())
        .isCloseTo(points - 5, within(EXACT));
    assertThat(entry(table, "interval", test).shown()).isEqualTo(interval);
    assertThat(entry(table, "p", test).value().orElseThrow()).isCloseTo(p, within(EXACT));
    assertThat(entry(table, "decision", test).shown()).isEqualTo(decision);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "notes, raw-retained | old-to-new | 6 | 6 | 6 | 175 | 270 | 270 | tokens",
        "notes, raw-retained | new-to-old | 6 | 6 | 6 | 175 | 280 | 280 | tokens",
        "notes, store-only | old-to-new | 0 | 0 | 0 | - | - | - | tokens",
        "notes, store-only | new-to-old | 1 | 0 | 0 | 120 | - | - | tokens",
        "rag, re-embed | old-to-new | 6 | 6 | 6 | 31.5 | 32.5 | 32.5 | texts",
        "rag, re-embed | new-to-old | 6 | 6 | 6 | 31.5 | 32.5 | 32.5 | texts",
        "kg-fixed, rebuild | old-to-new | 4 | 3 | 2 | 0 | 0 | 0 | calls",
        "kg-fixed, rebuild | new-to-old | 4 | 3 | 2 | 0 | 0 | 0 | calls"
      })
  void costsToRestoreComeOutAsOtherProgramsComputeThem(
      String method,
      String direction,
      int at90,
      int at95,
      int at99,
      @Nullable Double median90,
      @Nullable Double median95,
      @Nullable Double median99,
      String unit) {
    StudyTable table = table(findings(made()), "t7_cost_to_restore");
    assertThat(entry(table, "restored_90", method, direction).value()).hasValue(at90);
    assertThat(entry(table, "restored_95", method, direction).value()).hasValue(at95);
    assertThat(entry(table, "restored_99", method, direction).value()).hasValue(at99);
    assertMedian(entry(table, "median_90", method, direction), median90);
    assertMedian(entry(table, "median_95", method, direction), median95);
    assertMedian(entry(table, "median_99", method, direction), median99);
    assertThat(entry(table, "unit", method, direction).shown()).isEqualTo(unit);
  }

  private static void assertMedian(Entry entry, @Nullable Double median) {
    assertThat(entry.value())
        .isEqualTo(median == null ? OptionalDouble.empty() : OptionalDouble.of(median));
  }

  /** At the middle rung the accuracy of h1 and h4 is that of their own stores. */
  @Test
  void aRepairThatAnOutputLimitEndedIsScoredAndRestoresNothing() {
    Findings findings = findings(made());
    assertThat(
            table(findings, "repaired_accuracy").rows().stream()
                .filter(row -> row.get(0).shown().equals("notes, raw-retained"))
                .map(row -> row.get(5).value().orElseThrow()))
        .containsExactly(0.0, 0.0, 0.0, 0.0, 2.0, 0.0);
    StudyTable histories = table(findings, "cost_to_restore");
    assertThat(entry(histories, "ctr_99", "h1", "notes, raw-retained", "new-to-old").value())
        .hasValue(440);
  }

  @Test
  void aHistoryThatNoRungRestoresHasAnInfiniteCost() {
    StudyTable histories = table(findings(made()), "cost_to_restore");
    assertThat(entry(histories, "ctr_90", "h0", "notes, store-only", "old-to-new").shown())
        .isEqualTo("never");
  }

  /** The claims of h3 answer nothing in a fresh store either. */
  @Test
  void whereTheOwnStoreAnswersNothingNothingCanBeRestored() {
    StudyTable histories = table(findings(made()), "cost_to_restore");
    assertThat(entry(histories, "ctr_90", "h3", "kg-fixed, rebuild", "old-to-new").value())
        .isEmpty();
  }

  @Test
  void aMissingRungLeavesTheTestNotMeasurable() {
    Findings findings =
        findings(made().withoutRows("notes,notes,old-to-new,repaired-style-rewrite@50"));
    assertThat(findings.unmeasurable().orElseThrow()).contains("in 6 of 6 histories");
    assertThat(findings.verdicts().get(0).decision()).isEqualTo(Decision.NOT_MEASURABLE);
    assertThat(entry(table(findings, "h7a"), "points", "H7a, new-to-old").value()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"notes", "rag", "kg-fixed"})
  void aStudyThatIsNotAtItsEndSaysSo(String missing) {
    Findings findings = findings(made().withoutRows(missing + ","));
    assertThat(findings.unmeasurable())
        .contains("it is not at its end, and the same command goes on");
    assertThat(findings.verdicts()).isEmpty();
  }

  @Test
  void thePapersFiguresStandBesideOurs() {
    Findings findings = findings(made());
    StudyTable costs = table(findings, "t7_cost_to_restore");
    assertThat(entry(costs, "paper_restored_of_48", "notes, raw-retained", "old-to-new").shown())
        .isEqualTo("34, 28, 22");
    assertThat(entry(costs, "paper_median_dollars", "notes, raw-retained", "new-to-old").shown())
        .isEqualTo("-");
    assertThat(entry(table(findings, "h7a"), "paper_points", "H7a").value()).hasValue(8.90);
    assertThat(findings.limits())
        .anyMatch(limit -> limit.contains("direction and repairer change together"));
  }
}
