package dev.carryover.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import dev.carryover.core.testkit.ReporterContract;
import dev.carryover.core.testkit.SampleReports;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class JunitReporterTest extends ReporterContract {
  @Override
  protected Reporter reporter() {
    return new JunitReporter();
  }

  @ParameterizedTest
  @MethodSource("reports")
  void theSuiteCountsItsTests(RunReport report) {
    Document document = junit(report);
    Element suite = document.getDocumentElement();
    assertThat(suite.getTagName()).isEqualTo("testsuite");
    assertThat(suite.getAttribute("tests"))
        .isEqualTo(String.valueOf(Rendered.elements(document, "testcase").size()))
        .isEqualTo(String.valueOf(1 + report.hypotheses().size() + report.gates().size()));
    for (String result : List.of("failure", "error", "skipped")) {
      assertThat(suite.getAttribute(result.equals("skipped") ? "skipped" : result + "s"))
          .isEqualTo(String.valueOf(Rendered.elements(document, result).size()));
    }
  }

  @Test
  void aRegressionFailsTheVerdictAndItsHypothesesWithTheReason() {
    Document document = junit(SampleReports.embedderUpgrade());
    assertThat(results(document))
        .containsExactly(
            tuple("carryover.verdict", "recall@8, keep, old-to-new", "failure", "regressed"),
            tuple("carryover.hypothesis", "no-regression, rag, recall@8", "failure", "regressed"),
            tuple("carryover.hypothesis", "portability, rag, recall@8", "failure", "regressed"),
            tuple("carryover.control", "no-op swap changes nothing", "", ""),
            tuple("carryover.control", "before beats shuffled vectors", "", ""),
            tuple("carryover.control", "two spaces, not one", "", ""));
    assertThat(Rendered.elements(document, "failure"))
        .allSatisfy(
            failure ->
                assertThat(failure.getAttribute("message")).contains("falls from 0.620 to 0.310"));
    assertThat(Rendered.elements(document, "failure").get(1).getTextContent())
        .contains("loss +0.310, 95 % interval +0.276 to +0.344, margin 0.050");
  }

  @Test
  void everyDecisionAndAFailedControlShowAsWhatTheyAre() {
    assertThat(results(junit(SampleReports.hostile())))
        .extracting(result -> result.toList().get(2), result -> result.toList().get(3))
        .containsExactly(
            tuple("failure", "inconclusive"),
            tuple("", ""),
            tuple("failure", "inconclusive"),
            tuple("failure", "regressed"),
            tuple("error", "not-measurable"),
            tuple("", ""),
            tuple("failure", "control-failed"),
            tuple("", ""));
  }

  @Test
  void aRunThatMeasuredNothingIsNeverGreen() {
    assertThat(junit(SampleReports.minimal()).getDocumentElement().getAttribute("errors"))
        .isEqualTo("2");
  }

  @Test
  void aDecisionThatIsNotKnownIsNeverGreen() {
    String text = ReportJson.write(SampleReports.embedderUpgrade());
    RunReport report = ReportJson.read(text.replace("\"regressed\"", "\"postponed\""), "here");
    assertThat(results(junit(report)))
        .extracting(result -> result.toList().get(2))
        .startsWith("error", "skipped", "skipped");
  }

  @Test
  void timesAreThoseOfTheRunAndNothingElse() {
    Document document = junit(SampleReports.embedderUpgrade());
    assertThat(document.getDocumentElement().getAttribute("time")).isEqualTo("42.125");
    assertThat(document.getDocumentElement().hasAttribute("timestamp")).isFalse();
    assertThat(Rendered.elements(document, "testcase"))
        .extracting(test -> test.getAttribute("time"))
        .containsExactly("42.125", "0", "0", "0", "0", "0");
  }

  @Test
  void propertiesNameTheDecisionAndTheSettings() {
    assertThat(Rendered.elements(junit(SampleReports.embedderUpgrade()), "property"))
        .extracting(
            property -> property.getAttribute("name"), property -> property.getAttribute("value"))
        .contains(
            tuple("carryover.decision", "regressed"),
            tuple("carryover.margin", "0.05"),
            tuple("setting.seed", "7"));
  }

  private static Document junit(RunReport report) {
    return Rendered.xml(Rendered.only(new JunitReporter(), report));
  }

  private static List<Tuple> results(Document document) {
    return Rendered.elements(document, "testcase").stream()
        .map(
            test -> {
              Element result = (Element) test.getElementsByTagName("*").item(0);
              return tuple(
                  test.getAttribute("classname"),
                  test.getAttribute("name"),
                  result == null ? "" : result.getTagName(),
                  result == null ? "" : result.getAttribute("type"));
            })
        .toList();
  }
}
