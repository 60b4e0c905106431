package dev.carryover.reports.figures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.testkit.SampleReports;
import dev.carryover.reports.Altered;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelTablesTest {
  private final RunReport report = SampleReports.modelUpgrade();

  @Test
  void theFourPairsStandInATableOfWritersAndReaders() {
    Table pairs = table("accuracy by writer and reader (notes)");

    assertThat(pairs.columns())
        .extracting(Table.Column::head)
        .containsExactly("written by", "read by llama-3.1-8b", "read by qwen2.5-7b");
    assertThat(pairs.lines())
        .extracting(line -> line.cells().get(0))
        .containsExactly("llama-3.1-8b", "qwen2.5-7b");
    assertThat(pairs.lines().get(0).cells().get(2))
        .as("the new model on what the old one wrote")
        .startsWith("0.339 (");
    assertThat(pairs.lines().get(1).cells().get(1))
        .as("the old model on what the new one wrote")
        .startsWith("0.475 (");
  }

  @Test
  void aFormatThatNobodyWritesHasNoPairs() {
    assertThat(headings())
        .contains("accuracy there and back (lc-raw)", "token-f1 there and back (notes)")
        .doesNotContain("accuracy by writer and reader (lc-raw)");
  }

  @Test
  void everyPairIsNamedInBothDirections() {
    assertThat(cells("Who wrote and who reads (notes)"))
        .containsExactly(
            List.of("llama-3.1-8b", "llama-3.1-8b", "before", "own"),
            List.of("llama-3.1-8b", "qwen2.5-7b", "inherited", "-"),
            List.of("qwen2.5-7b", "qwen2.5-7b", "own", "before"),
            List.of("qwen2.5-7b", "llama-3.1-8b", "-", "inherited"));
    assertThat(cells("Who wrote and who reads (lc-raw)"))
        .containsExactly(
            List.of("-", "llama-3.1-8b", "before", "inherited, own"),
            List.of("-", "qwen2.5-7b", "inherited, own", "before"));
  }

  @Test
  void thereAndBackStandSideBySideWithTheirOwnContrasts() {
    assertThat(cells("accuracy there and back (notes)"))
        .extracting(line -> line.get(0))
        .containsExactly("before", "inherited", "own", "delta", "rpas");
    assertThat(cells("accuracy there and back (notes)").get(3))
        .containsExactly("delta", "0.133 (0.113 to 0.153)", "-0.099 (-0.120 to -0.078)");
  }

  @Test
  void plannedContrastsHaveTheirTestAndStandNowhereElse() {
    assertThat(cells("Planned contrasts, history by history over both ways"))
        .containsExactly(
            List.of(
                "H1 (notes)",
                "not-supported",
                "-1.470",
                "-5.290 to +2.350",
                "5 points",
                "1.0",
                "1",
                "10"),
            List.of(
                "H4a (notes minus kg-fixed)",
                "not-measurable",
                "-",
                "-",
                "5 points",
                "-",
                "-",
                "8"));
    assertThat(new RunTables(report, Numbers.PLAIN).contrasts().lines())
        .extracting(line -> line.cells().get(0))
        .doesNotContain("H1", "H4a");
  }

  @Test
  void anEmbedderUpgradeHasNone() {
    assertThat(new ModelTables(SampleReports.embedderUpgrade(), Numbers.PLAIN).all()).isEmpty();
    assertThat(new ModelTables(SampleReports.hostile(), Numbers.PLAIN).all()).isEmpty();
    assertThat(new ModelTables(SampleReports.minimal(), Numbers.PLAIN).all()).isEmpty();
  }

  @Test
  void whatWasNotMeasuredIsLeftOpen() {
    RunReport stopped =
        Altered.treatments(
            report,
            treatment ->
                treatment.direction().equals("new-to-old")
                    ? Altered.unmeasured(treatment)
                    : treatment);

    ModelTables tables = new ModelTables(stopped, Numbers.PLAIN);

    assertThat(cells(tables, "accuracy there and back (notes)").get(1).get(2)).isEqualTo("-");
    assertThat(cells(tables, "accuracy by writer and reader (notes)").get(1).get(1)).isEqualTo("-");
  }

  @Test
  void theWayBackIsHeldWhereAModelChanges() {
    ModelTables tables = new ModelTables(report, Numbers.PLAIN);

    assertThat(Panel.of(report).stream().filter(tables::holds))
        .hasSize(2)
        .allMatch(panel -> panel.direction().equals("new-to-old"));
  }

  @Test
  void marksAreCountedByTreatmentAndWhatDidNotOccurIsNought() {
    Table marks = new MeasureTables(Panel.of(report).get(0), Numbers.PLAIN).marks();

    assertThat(marks.columns())
        .extracting(Table.Column::head)
        .containsExactly("treatment", "correct", "cut-off", "refusal", "wrong-code");
    assertThat(marks.lines().get(4).cells()).containsExactly("empty", "0", "152", "304", "1,064");
    Panel unasked = Panel.of(SampleReports.embedderUpgrade()).get(0);
    assertThat(new MeasureTables(unasked, Numbers.PLAIN).marks().isEmpty()).isTrue();
  }

  private List<String> headings() {
    return new ModelTables(report, Numbers.PLAIN).all().stream().map(TitledTable::heading).toList();
  }

  private List<List<String>> cells(String heading) {
    return cells(new ModelTables(report, Numbers.PLAIN), heading);
  }

  private static List<List<String>> cells(ModelTables tables, String heading) {
    return tables.all().stream()
        .filter(titled -> titled.heading().equals(heading))
        .findFirst()
        .orElseThrow()
        .table()
        .lines()
        .stream()
        .map(Table.Line::cells)
        .toList();
  }

  private Table table(String heading) {
    return new ModelTables(report, Numbers.PLAIN)
        .all().stream()
            .filter(titled -> titled.heading().equals(heading))
            .findFirst()
            .orElseThrow()
            .table();
  }
}
