package dev.carryover.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.report.ScreenReport;
import dev.carryover.core.report.ScreenReport.Asked;
import dev.carryover.core.report.ScreenReport.CalibrationUsed;
import dev.carryover.core.report.ScreenReport.Candidate;
import dev.carryover.core.report.ScreenReport.Comparison;
import dev.carryover.core.report.ScreenReport.Estimate;
import dev.carryover.core.report.ScreenReport.Row;
import dev.carryover.core.spi.Reporter.ReportFile;
import dev.carryover.reports.svg.PredictionPlot;
import java.io.StringReader;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** How a screen is shown. */
class ScreenFilesTest {
  private static final String HOSTILE = "<script>alert(1)</script>\u001b[31m";

  @Test
  void thePageIsWellFormedLoadsNothingAndHasATableUnderThePlot() throws Exception {
    String page = file("index.html");
    Document document = parsed(page.replaceFirst("<!DOCTYPE html>", ""));

    assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(1);
    assertThat(document.getElementsByTagName("desc").item(0).getTextContent())
        .contains("e5, rag: 0.600", "predicted 0.550");
    assertThat(page).contains("default-src 'none'").doesNotContain("http://", "<script>");
    assertThat(page).contains("1 (tie)", "go on to the full gate", "never approves");
  }

  @Test
  void everyColourAndEveryPartOfThePlotHasItsStyle() {
    String page = file("index.html");
    String style = page.substring(page.indexOf("<style>"), page.indexOf("</style>"));
    String plot = page.substring(page.indexOf("<svg"), page.indexOf("</svg>"));

    assertThat(Pattern.compile("var\\((--[a-z-]+)\\)").matcher(style).results())
        .isNotEmpty()
        .allSatisfy(used -> assertThat(style).contains(used.group(1) + ":"));
    assertThat(
            Pattern.compile("<(line|polygon|circle) class=\"([a-z-]+)\"").matcher(plot).results())
        .isNotEmpty()
        .allSatisfy(part -> assertThat(style).contains("." + part.group(2) + " {"));
  }

  @Test
  void theTextHasNoControlCharactersAndFitsATerminal() {
    String text = file("screen.txt");

    assertThat(text)
        .contains(
            "Screen of pick: go on to the full gate",
            "+0.020",
            "0.550 (0.400 to 0.700)",
            "accuracy (rag)");
    assertThat(text).doesNotContain("\u001b");
    assertThat(text.lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void theJsonIsUnroundedAndTheSameUnderEveryLocale() {
    String json = file("screen.json");
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      assertThat(ScreenFiles.render(report())).isEqualTo(ScreenFiles.render(report()));
      assertThat(file("screen.json")).isEqualTo(json);
    } finally {
      Locale.setDefault(before);
    }
    assertThat(json)
        .contains("\"schema\" : \"carryover.screen/1\"", "0.5500000001", "\"old_answers\" : 40")
        .doesNotContain("null", "NaN");
  }

  @Test
  void aFigureThatIsNoNumberIsRefused() {
    assertThatThrownBy(() -> estimate(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void predictionsAreDrawnAsAFileThatNeedsNoPage() throws Exception {
    PredictionPlot plot =
        new PredictionPlot(
            List.of(
                new PredictionPlot.Point("rag", .5, .4),
                new PredictionPlot.Point(HOSTILE, 1.2, .9)));

    Document document = parsed(plot.file());

    assertThat(document.getDocumentElement().getNamespaceURI())
        .isEqualTo("http://www.w3.org/2000/svg");
    assertThat(document.getElementsByTagName("desc").item(0).getTextContent())
        .contains("2 predictions", "0.200");
    assertThat(plot.file()).contains("mark-beside", "mark-reference").doesNotContain("<script>");
  }

  private static Document parsed(String xml) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
  }

  private static String file(String name) {
    return ScreenFiles.render(report()).stream()
        .filter(file -> file.name().equals(name))
        .map(ReportFile::content)
        .findFirst()
        .orElseThrow();
  }

  private static ScreenReport report() {
    return new ScreenReport(
        ScreenReport.SCHEMA,
        "pick",
        ScreenReport.GO_ON,
        .05,
        new Asked(80, 40, 2, 20, 7),
        new CalibrationUsed("given", List.of("a run")),
        List.of(
            new Candidate("e5", ScreenReport.GO_ON, "not shown to be bad", List.of(row("e5"))),
            new Candidate(HOSTILE, ScreenReport.STOP, HOSTILE, List.of(row(HOSTILE)))),
        List.of(new Comparison("rag", "e5", HOSTILE, estimate(.02), OptionalDouble.of(.7))),
        List.of("A screen never approves.", HOSTILE));
  }

  private static Row row(String candidate) {
    return new Row(
        candidate,
        "rag",
        "accuracy",
        1,
        true,
        estimate(.6),
        Optional.of(new Estimate(.5500000001, OptionalDouble.of(.4), OptionalDouble.of(.7), 2)),
        Optional.of(estimate(.02)),
        Optional.empty());
  }

  private static Estimate estimate(double mean) {
    return new Estimate(mean, OptionalDouble.empty(), OptionalDouble.empty(), 2);
  }
}
