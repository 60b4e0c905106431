package dev.carryover.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import dev.carryover.core.testkit.ReporterContract;
import dev.carryover.core.testkit.SampleReports;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvReporterTest extends ReporterContract {
  @Override
  protected Reporter reporter() {
    return new CsvReporter();
  }

  @ParameterizedTest
  @MethodSource("reports")
  void everyLineHasTheCellsOfTheHeading(RunReport report) {
    for (Reporter.ReportFile file : reporter().render(report)) {
      List<List<String>> lines = parse(file.content());
      assertThat(lines).allSatisfy(line -> assertThat(line).hasSameSizeAs(lines.get(0)));
    }
  }

  @Test
  void figuresAreUnroundedAndWhatIsUndefinedIsEmpty() {
    RunReport report = SampleReports.embedderUpgrade();
    List<List<String>> lines = parse(Rendered.file(reporter(), report, "per_history.csv"));
    assertThat(lines).hasSize(1 + 10 * 10 * 2);
    assertThat(lines.get(2)).startsWith("conv-26", "rag/old-to-new/before", "recall@8");
    assertThat(Double.parseDouble(lines.get(2).get(3)))
        .isEqualTo(report.perHistory().get(0).metrics().get("recall@8"));
    assertThat(parse(Rendered.file(reporter(), SampleReports.minimal(), "treatments.csv")).get(1))
        .endsWith("", "accuracy", "", "", "", "", "0", "0", "160", "3");
  }

  @Test
  void familiesStandBesideTheWhole() {
    List<List<String>> lines =
        parse(Rendered.file(reporter(), SampleReports.embedderUpgrade(), "treatments.csv"));
    assertThat(lines).hasSize(1 + 10 * (2 + 5));
    assertThat(lines).extracting(line -> line.get(9)).contains("family", "", "multi-hop");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "+cmd", "-2+3", "@SUM(A1)", " =1", "\t=1", "\r\n=1", "-", "-1e"})
  void aFormulaIsDisarmed(String text) {
    assertThat(parse(new CsvLines().text(text).end().toString()))
        .containsExactly(List.of("'" + text));
  }

  @ParameterizedTest
  @CsvSource({"-7", "+0.5", "-1.5e-3", "conv-26", "a=b", "'1,5'", "'say \"so\"'", "''"})
  void otherTextStaysAsItIs(String text) {
    assertThat(parse(new CsvLines().text(text).end().toString())).containsExactly(List.of(text));
  }

  @Test
  void hostileNamesComeBackWhole() {
    assertThat(parse(Rendered.file(reporter(), SampleReports.hostile(), "per_history.csv")))
        .extracting(line -> line.get(0))
        .contains(
            "<script>alert(1)</script>",
            "'=cmd|' /C calc'!A0",
            "a\ufffdb\ufffd[31mc\ufffd\r\nd\te",
            "]]> & \"quoted\", 'twice'",
            "'-2+3");
  }

  /** Reads as RFC 4180 says, and fails on what it does not allow. */
  private static List<List<String>> parse(String text) {
    List<List<String>> lines = new ArrayList<>();
    List<String> line = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      StringBuilder cell = new StringBuilder();
      if (text.charAt(at) == '"') {
        at++;
        while (text.charAt(at) != '"' || text.startsWith("\"\"", at)) {
          cell.append(text.charAt(at));
          at += text.charAt(at) == '"' ? 2 : 1;
        }
        at++;
      } else {
        while (text.charAt(at) != ',' && text.charAt(at) != '\r') {
          assertThat(text.charAt(at)).isNotIn('"', '\n');
          cell.append(text.charAt(at++));
        }
      }
      line.add(cell.toString());
      if (text.charAt(at) == ',') {
        at++;
        continue;
      }
      assertThat(text.substring(at, at + 2)).isEqualTo("\r\n");
      at += 2;
      lines.add(line);
      line = new ArrayList<>();
    }
    return lines;
  }
}
