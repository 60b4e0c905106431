package dev.carryover.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.testkit.ReporterContract;
import dev.carryover.core.testkit.SampleReports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReporterTest extends ReporterContract {
  private final String usual = ReportJson.write(SampleReports.embedderUpgrade());

  @Override
  protected Reporter reporter() {
    return new JsonReporter();
  }

  @ParameterizedTest
  @MethodSource("reports")
  void whatIsWrittenReadsBackEqual(RunReport report) {
    assertThat(ReportJson.read(ReportJson.write(report), "here")).isEqualTo(report);
  }

  @ParameterizedTest
  @MethodSource("reports")
  void aFileReadsBackEqual(RunReport report, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("report.json");
    Files.write(file, ReportJson.write(report).getBytes(StandardCharsets.UTF_8));
    assertThat(ReportJson.read(file)).isEqualTo(report);
  }

  @Test
  void keysAreThoseOfTheContractInItsOrder() throws IOException {
    JsonNode tree = new ObjectMapper().readTree(usual);
    assertThat(names(tree))
        .containsExactly(
            "schema",
            "run",
            "verdict",
            "hypotheses",
            "treatments",
            "contrasts",
            "per_history",
            "gates",
            "identities",
            "spaces",
            "cost",
            "settings",
            "limits");
    assertThat(names(tree.path("verdict")))
        .containsExactly(
            "decision",
            "reason",
            "margin",
            "measure",
            "rollout",
            "direction",
            "histories",
            "worst_history",
            "worst_loss",
            "undetected_share");
    assertThat(names(tree.path("hypotheses").path(0)))
        .contains("p_preserved", "p_regressed", "p_regressed_holm");
    assertThat(names(tree.path("treatments").path(0).path("metrics")))
        .containsExactly("mrr", "recall@8");
    assertThat(names(tree.path("treatments").path(0).path("metrics").path("mrr")))
        .containsExactly("mean", "low", "high", "histories", "scored", "unscored", "failed");
  }

  @Test
  void figuresAreNotRounded() throws IOException {
    RunReport report = SampleReports.embedderUpgrade();
    JsonNode mean = new ObjectMapper().readTree(usual).at("/treatments/0/metrics/recall@8/mean");
    assertThat(mean.asText())
        .isEqualTo(
            Double.toString(
                report.treatments().get(0).metrics().get("recall@8").mean().orElseThrow()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"carryover.report/2", "carryover.report/1.1", "carryover.report/10"})
  void aSchemaOfAnotherVersionIsRefused(String schema) {
    String text = usual.replace("carryover.report/1\"", schema + "\"");
    assertThatThrownBy(() -> ReportJson.read(text, "old/report.json"))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("old/report.json")
        .hasMessageContaining(schema)
        .hasMessageContaining("carryover.report/1'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "null", "[]", "7", "{}", "{\"schema\": 1}", "{\"schema\": \"junit/1\"}"})
  void whatIsNoReportIsRefused(String text) {
    assertThatThrownBy(() -> ReportJson.read(text, "x.json"))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("x.json: no run report");
  }

  @Test
  void aTruncatedReportIsRefusedWithItsLine() {
    String half = usual.substring(0, usual.length() / 2);
    assertThatThrownBy(() -> ReportJson.read(half, "x.json"))
        .isInstanceOf(SourceException.class)
        .hasMessageMatching("(?s)x\\.json: no run report: .*\\(line \\d+\\)");
  }

  @Test
  void twoReportsInOneFileAreRefused() {
    assertThatThrownBy(() -> ReportJson.read(usual + usual, "x.json"))
        .isInstanceOf(SourceException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "'\"margin\" : 0.05', '\"margin\" : null'",
    "'\"margin\" : 0.05', '\"margin\" : \"0.05\"'",
    "'\"margin\" : 0.05,', ''",
    "'\"decision\" : \"regressed\",', ''",
    "'\"limits\" :', '\"limit\" :'",
    "'\"histories\" : 10', '\"histories\" : 10.5'"
  })
  void aFieldThatIsMissingOrOfAnotherKindIsRefused(String there, String instead) {
    assertThat(usual).contains(there);
    assertThatThrownBy(() -> ReportJson.read(usual.replace(there, instead), "x.json"))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("x.json");
  }

  @Test
  void aFieldThatThisVersionDoesNotKnowIsPassedOver() {
    String text = usual.replace("\"limits\" :", "\"added_later\" : 7, \"limits\" :");
    assertThat(ReportJson.read(text, "x.json")).isEqualTo(SampleReports.embedderUpgrade());
  }

  @Test
  void aFileThatIsMissingOrNotUtf8IsRefusedWithItsName(@TempDir Path folder) throws IOException {
    Path latin = folder.resolve("latin.json");
    Files.write(latin, new byte[] {'{', '"', (byte) 0xe9, '"'});
    assertThatThrownBy(() -> ReportJson.read(latin))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("latin.json: not UTF-8");
    assertThatThrownBy(() -> ReportJson.read(folder.resolve("none.json")))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("none.json");
  }

  private static List<String> names(JsonNode node) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
