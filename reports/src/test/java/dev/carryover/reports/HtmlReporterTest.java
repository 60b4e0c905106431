package dev.carryover.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import dev.carryover.core.testkit.ReporterContract;
import dev.carryover.core.testkit.SampleReports;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

class HtmlReporterTest extends ReporterContract {
  @Override
  protected Reporter reporter() {
    return new HtmlReporter();
  }

  @ParameterizedTest
  @MethodSource("reports")
  void thePageIsWellFormedAndItsPlacesAreUnique(RunReport report) {
    Document page = page(report);
    List<String> places =
        Rendered.elements(page, "*").stream()
            .map(element -> element.getAttribute("id"))
            .filter(id -> !id.isEmpty())
            .toList();
    assertThat(places).doesNotHaveDuplicates().contains("limits", "manifest");
    assertThat(Rendered.elements(page, "a"))
        .extracting(link -> link.getAttribute("href").substring(1))
        .isSubsetOf(places);
  }

  @ParameterizedTest
  @MethodSource("reports")
  void thePageLoadsAndRunsNothing(RunReport report) {
    Document page = page(report);
    for (String loading :
        List.of("script", "link", "img", "iframe", "object", "embed", "base", "form", "image")) {
      assertThat(Rendered.elements(page, loading)).as(loading).isEmpty();
    }
    for (Element element : Rendered.elements(page, "*")) {
      assertThat(element.getAttribute("src")).isEmpty();
      assertThat(element.getAttribute("style")).isEmpty();
      for (int i = 0; i < element.getAttributes().getLength(); i++) {
        assertThat(element.getAttributes().item(i).getNodeName()).doesNotStartWith("on");
      }
    }
    assertThat(Rendered.elements(page, "style").get(0).getTextContent())
        .doesNotContain("url(", "@import", "http");
  }

  @Test
  void onlyWhatTheReportItselfSaysNamesAnAddress() {
    assertThat(html(SampleReports.embedderUpgrade())).doesNotContain("http:", "https:", "//");
  }

  @Test
  void theTextOfStrangersStaysText() {
    Document page = page(SampleReports.hostile());
    assertThat(page.getDocumentElement().getTextContent())
        .contains("<script>alert(1)</script>", "]]> & \"quoted\", 'twice'", "[31mc");
    assertThat(html(SampleReports.hostile())).doesNotContain("<script");
  }

  @Test
  void thePageOpensWithTheVerdictThenWithWhatItCannotShow() {
    Document page = page(SampleReports.embedderUpgrade());
    String head = Rendered.elements(page, "header").get(0).getTextContent();
    assertThat(head)
        .contains("Regressed", "falls from 0.620 to 0.310", "recall@8", "0.050", "keep (inherited)")
        .contains("old-to-new", "conv-26")
        .doesNotContain("could be missed");
    assertThat(Rendered.elements(page, "h2"))
        .first()
        .extracting(Element::getTextContent)
        .isEqualTo("What these figures cannot show");
    assertThat(Rendered.elements(page, "h1")).hasSize(1);
    assertThat(Rendered.elements(page, "title").get(0).getTextContent()).startsWith("Regressed");
  }

  @Test
  void aDecisionThatIsNotKnownStandsAsItIs() {
    String text = ReportJson.write(SampleReports.embedderUpgrade());
    Document page = page(ReportJson.read(text.replace("\"regressed\"", "\"postponed\""), "here"));
    Element head = Rendered.elements(page, "header").get(0);
    assertThat(head.getAttribute("class")).isEqualTo("is-other");
    assertThat(Rendered.elements(page, "h1").get(0).getTextContent().strip())
        .isEqualTo("postponed");
  }

  @Test
  void theLossIsDrawnAgainstTheMargin() {
    Element plot =
        (Element)
            Rendered.elements(page(SampleReports.embedderUpgrade()), "figure")
                .get(0)
                .getElementsByTagName("svg")
                .item(0);
    assertThat(plot.getElementsByTagName("desc").item(0).getTextContent())
        .contains("loss +0.310, 95 % interval +0.276 to +0.344, margin 0.050, regressed");
    double margin = at(plot, "margin-line");
    assertThat(at(plot, "zero-line")).isLessThan(margin);
    assertThat(at(plot, "whisker")).isGreaterThan(margin);
  }

  @Test
  void everyPlotIsNamedForThoseWhoDoNotSeeItAndHasItsTable() {
    List<Element> figures =
        Rendered.elements(page(SampleReports.embedderUpgrade()), "figure").stream()
            .skip(1)
            .toList();
    assertThat(figures).hasSize(5);
    for (Element figure : figures) {
      Element svg = (Element) figure.getElementsByTagName("svg").item(0);
      assertThat(svg.getAttribute("role")).isEqualTo("img");
      assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isNotBlank();
      assertThat(svg.getElementsByTagName("desc").item(0).getTextContent()).isNotBlank();
      Element exhibit = (Element) figure.getParentNode();
      assertThat(exhibit.getElementsByTagName("table").getLength()).isEqualTo(1);
    }
  }

  @Test
  void controlsStandInTheTableOfTheTreatments() {
    Element table = table("By treatment: recall@8");
    assertThat(rows(table))
        .containsExactly(
            "before",
            "inherited",
            "mixed-25",
            "mixed-50",
            "mixed-75",
            "own",
            "ideal-router",
            "no-op",
            "shuffled",
            "empty");
    assertThat(table.getTextContent()).contains("0.283 to 0.337", "0.027", "1,520");
  }

  @Test
  void historiesStandWorstFirst() {
    assertThat(rows(table("By history: recall@8")))
        .hasSize(10)
        .startsWith("conv-26")
        .endsWith("conv-50");
  }

  @Test
  void whatWasJudgedAgainstOwnIsDrawnAgainstOwn() {
    RunReport report = Altered.against(SampleReports.embedderUpgrade(), "own");
    assertThat(html(report))
        .contains("Ring: own. Diamond: the rollout.", "conv-26: own 0.734, rollout 0.353")
        .doesNotContain("Ring: before");
  }

  @Test
  void theWayBackDrawsNoRollout() {
    List<String> titles =
        Rendered.elements(page(SampleReports.hostile()), "section").stream()
            .filter(section -> section.getAttribute("id").equals("measured-3"))
            .flatMap(
                section ->
                    Rendered.elements(section.getOwnerDocument(), "title").stream()
                        .filter(title -> isIn(section, title)))
            .map(Element::getTextContent)
            .toList();
    assertThat(titles)
        .containsExactly(
            "recall@8 by treatment",
            "mrr by treatment",
            "recall@8 by the share that is embedded anew",
            "recall@8 by probe family");
  }

  @Test
  void everyPartOfTheReportIsOnThePage() {
    String text = page(SampleReports.embedderUpgrade()).getDocumentElement().getTextContent();
    assertThat(text)
        .contains(
            "multi-hop", "RPAS", "0.446", "mean cosine", "0.041", "portability", "6.2e\u22129")
        .contains("could not be known", "revision", "402,118", "not priced", "locomo:locomo10.json")
        .contains("no-op swap changes nothing", "passed", "0.1.0 (018b4d0)", "75\u00a0%");
  }

  @Test
  void aRunWithoutFiguresDrawsNothing() {
    Document page = page(SampleReports.minimal());
    assertThat(Rendered.elements(page, "figure")).isEmpty();
    assertThat(page.getDocumentElement().getTextContent())
        .contains("Not measurable", "The run states no limits.");
  }

  private static String html(RunReport report) {
    return Rendered.only(new HtmlReporter(), report);
  }

  private static Document page(RunReport report) {
    return Rendered.xml(html(report));
  }

  private static Element table(String caption) {
    return Rendered.elements(page(SampleReports.embedderUpgrade()), "table").stream()
        .filter(
            table -> table.getElementsByTagName("caption").item(0).getTextContent().equals(caption))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> rows(Element table) {
    return Rendered.elements(table.getOwnerDocument(), "th").stream()
        .filter(head -> head.getAttribute("scope").equals("row"))
        .filter(head -> head.getParentNode().getParentNode().getParentNode().isSameNode(table))
        .map(Element::getTextContent)
        .toList();
  }

  private static boolean isIn(Element section, Element element) {
    return (section.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_CONTAINED_BY) != 0;
  }

  private static double at(Element plot, String style) {
    return Rendered.elements(plot.getOwnerDocument(), "line").stream()
        .filter(line -> line.getAttribute("class").equals(style))
        .mapToDouble(line -> Double.parseDouble(line.getAttribute("x1")))
        .findFirst()
        .orElseThrow();
  }
}
