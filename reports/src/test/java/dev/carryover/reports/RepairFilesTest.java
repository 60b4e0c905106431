package dev.carryover.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.report.RepairReport;
import dev.carryover.core.report.RepairReport.Choice;
import dev.carryover.core.report.RepairReport.HistoryCost;
import dev.carryover.core.report.RepairReport.OutOfReach;
import dev.carryover.core.report.RepairReport.Place;
import dev.carryover.core.report.RepairReport.Pricing;
import dev.carryover.core.report.RepairReport.Reached;
import dev.carryover.core.report.RepairReport.Recovered;
import dev.carryover.core.report.RepairReport.Row;
import dev.carryover.core.report.RepairReport.Sampled;
import dev.carryover.core.spi.Reporter.ReportFile;
import java.io.StringReader;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** How a plan of repairs is shown. */
class RepairFilesTest {
  private static final String HOSTILE = "<script>alert(1)</script>\u001b[31m";
  private static final String WAY = "old-to-new";

  @Test
  void thePageIsWellFormedLoadsNothingAndHasATableUnderTheHeatMap() throws Exception {
    String page = file("index.html");
    Document document = parsed(page.replaceFirst("<!DOCTYPE html>", ""));

    assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(1);
    assertThat(page).contains("default-src 'none'").doesNotContain("http://", "<script>");
    assertThat(page).contains("the target can be reached", "the raw history", "never decides");
  }

  @Test
  void theHeatMapIsDarkerTheMoreHistoriesReachTheTargetAndSaysHowManyAtWhatCost() throws Exception {
    Document drawing = parsed(file("repairs-1.svg"));
    NodeList boxes = drawing.getElementsByTagName("rect");
    List<String> shades =
        Pattern.compile("class=\"heat (heat-\\d)\"")
            .matcher(file("repairs-1.svg"))
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();

    assertThat(boxes.getLength()).isGreaterThanOrEqualTo(4);
    assertThat(shades).containsExactly("heat-0", "heat-1", "heat-4", "heat-2");
    assertThat(drawing.getElementsByTagName("desc").item(0).getTextContent())
        .contains(
            "re-embed at 50 per cent: 1 of 8 histories reach the target, cost 0.0125, 0 failed.",
            "re-embed at 100 per cent: 8 of 8");
    assertThat(file("repairs-1.svg")).contains("2 failed").doesNotContain("<script>");
  }

  @Test
  void everyShadeHasItsStyleOnThePageAndInTheFile() {
    for (String where : List.of(file("index.html"), file("repairs-1.svg"))) {
      String style = where.substring(where.indexOf("<style>"), where.indexOf("</style>"));

      assertThat(style).contains(".heat-0 {", ".heat-1 {", ".heat-2 {", ".heat-3 {", ".heat-4 {");
      assertThat(Pattern.compile("var\\((--[a-z-]+)\\)").matcher(style).results())
          .isNotEmpty()
          .allSatisfy(used -> assertThat(style).contains(used.group(1) + ":"));
    }
  }

  @Test
  void theTextHasNoControlCharactersAndFitsATerminal() {
    String text = file(RepairFiles.TEXT);

    assertThat(text)
        .contains(
            "rag: re-embed 100 % reaches",
            "8/8", "8 of 8 histories (seed 7)", "What these figures cannot show:");
    assertThat(text.replaceAll("\\s+", " ")).contains("0.3 dollars over all histories");
    assertThat(text).doesNotContain("\u001b");
    assertThat(text.lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void theJsonIsUnroundedHasNoCostForWhatNothingRestoresAndIgnoresTheLocale() {
    String json = file(RepairFiles.JSON);
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      assertThat(RepairFiles.render(report())).isEqualTo(RepairFiles.render(report()));
      assertThat(file(RepairFiles.JSON)).isEqualTo(json);
      assertThat(file(RepairFiles.TEXT)).contains("0.0125");
    } finally {
      Locale.setDefault(before);
    }
    assertThat(json)
        .contains("\"schema\" : \"carryover.repair/1\"", "0.5500000001", "\"not-restored\"")
        .doesNotContain("null", "NaN", "Infinity");
  }

  private static Document parsed(String xml) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
  }

  private static String file(String name) {
    return RepairFiles.render(report()).stream()
        .filter(file -> file.name().equals(name))
        .map(ReportFile::content)
        .findFirst()
        .orElseThrow();
  }

  private static RepairReport report() {
    return new RepairReport(
        RepairReport.SCHEMA,
        "up",
        RepairReport.RESTORED,
        .95,
        new Sampled(8, 8, 7),
        new Pricing("given", false),
        List.of(
            new Place(
                "rag",
                WAY,
                "accuracy",
                "dollars",
                OptionalDouble.of(.6),
                OptionalDouble.of(.3),
                0)),
        List.of(
            choice(.95, RepairReport.REPAIR, OptionalDouble.of(.3)),
            choice(.99, RepairReport.NOT_RESTORED, OptionalDouble.empty())),
        List.of(
            row("procrustes", 50, 0, 0),
            row("re-embed", 50, 1, 0),
            row("re-embed", 100, 8, 0),
            row(HOSTILE, 100, 4, 2)),
        List.of(new Recovered("rag", WAY, new Reached(.95, 8, 8), OptionalDouble.of(.0125))),
        List.of(
            new HistoryCost(
                HOSTILE,
                "rag",
                WAY,
                .99,
                OptionalDouble.empty(),
                Optional.empty(),
                OptionalInt.empty())),
        List.of(new OutOfReach("notes", "rewrite", "the raw history")),
        List.of("A plan never decides.", HOSTILE));
  }

  private static Choice choice(double target, String outcome, OptionalDouble cost) {
    boolean repairs = outcome.equals(RepairReport.REPAIR);
    return new Choice(
        "rag",
        WAY,
        target,
        outcome,
        repairs ? Optional.of("re-embed") : Optional.empty(),
        repairs ? OptionalInt.of(100) : OptionalInt.empty(),
        cost,
        OptionalDouble.of(.58));
  }

  private static Row row(String method, int effort, int reached, int failed) {
    return new Row(
        "rag",
        WAY,
        method,
        effort,
        false,
        OptionalDouble.of(.0125),
        OptionalDouble.of(.1),
        OptionalDouble.of(.5500000001),
        8,
        failed,
        List.of(new Reached(.95, reached, 8)));
  }
}
