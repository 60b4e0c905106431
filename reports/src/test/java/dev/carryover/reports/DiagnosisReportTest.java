package dev.carryover.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.Diagnosis.LostAnswer;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.testkit.SampleReports;
import dev.carryover.reports.figures.DiagnosisTables;
import dev.carryover.reports.figures.Numbers;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class DiagnosisReportTest {
  private static final RunReport DIAGNOSED = SampleReports.diagnosed();

  @Test
  void reportJsonLeavesTheLongTailOfLostAnswersToTheCsv() {
    Diagnosis usual = DIAGNOSED.diagnosis().orElseThrow();
    List<LostAnswer> many = Collections.nCopies(LostAnswer.TOLD_IN_FULL + 7, usual.lost().get(0));
    RunReport report =
        DIAGNOSED.with(new Diagnosis(usual.breakdowns(), usual.advice(), many, usual.notes()));

    RunReport read = ReportJson.read(ReportJson.write(report), "here");
    String csv = new LostAnswersReporter().render(report).get(0).content();

    assertThat(read.diagnosis().orElseThrow().lost()).hasSize(LostAnswer.TOLD_IN_FULL);
    assertThat(csv.lines()).hasSize(1 + many.size());
  }

  @Test
  void aPartBelowZeroIsDrawnToTheLeftOfIt() {
    Document plot = Rendered.xml(file("loss-by-stage-notes-old-to-new.svg"));

    double zero =
        Rendered.elements(plot, "line").stream()
            .filter(line -> line.getAttribute("class").equals("zero-line"))
            .mapToDouble(line -> number(line, "x1"))
            .findFirst()
            .orElseThrow();
    List<Element> reading =
        Rendered.elements(plot, "rect").stream()
            .filter(box -> box.getAttribute("class").equals("part-reading"))
            .filter(box -> number(box, "y") > 20) // not the key
            .toList();
    assertThat(reading).hasSize(3);
    assertThat(number(reading.get(0), "x")).as("+0.03 of before").isGreaterThan(zero);
    assertThat(number(reading.get(1), "x") + number(reading.get(1), "width"))
        .as("-0.05 of inherited")
        .isBetween(zero - .11, zero + .11);
  }

  @Test
  void aPlotOfItsOwnHasANamespaceATitleAndItsFiguresInWords() {
    String file = file("loss-by-stage-notes-old-to-new.svg");

    Document plot = Rendered.xml(file);
    assertThat(plot.getDocumentElement().getAttribute("xmlns"))
        .isEqualTo("http://www.w3.org/2000/svg");
    assertThat(Rendered.elements(plot, "title").get(0).getTextContent())
        .isEqualTo("Loss by stage: notes, old-to-new");
    assertThat(Rendered.elements(plot, "desc").get(0).getTextContent())
        .contains("inherited: total +0.550, construction +0.300", "reading \u22120.050");
    assertThat(file).contains(".part-retrieval").doesNotContain("table {");
  }

  @Test
  void accuracyByFamilyIsAFileWhereItWasMeasured() {
    Document plot = Rendered.xml(file("accuracy-by-family-notes-old-to-new.svg"));

    assertThat(Rendered.elements(plot, "desc").get(0).getTextContent())
        .contains("before ", "inherited ", "own ");
    assertThat(new PlotReporter().render(SampleReports.minimal())).isEmpty();
  }

  @Test
  void everyLostAnswerIsInTheFileAndFormulasAreDisarmed() {
    List<String> usual = Rendered.only(new LostAnswersReporter(), DIAGNOSED).lines().toList();
    String hostile = Rendered.only(new LostAnswersReporter(), SampleReports.hostile());

    assertThat(usual).hasSize(1 + Diagnosis.STAGES.size());
    assertThat(usual.get(1))
        .startsWith("notes,old-to-new,inherited,small-0001,p0,direct,construction");
    assertThat(hostile).contains(",'=").doesNotContain(",=");
    assertThat(new LostAnswersReporter().render(SampleReports.modelUpgrade())).isEmpty();
  }

  @Test
  void theStagesShareTheRoomOfWhatIsShown() {
    DiagnosisTables tables =
        new DiagnosisTables(DIAGNOSED.diagnosis().orElseThrow(), Numbers.PLAIN);

    assertThat(tables.first("notes", 3))
        .extracting(one -> one.stage())
        .containsExactly(Diagnosis.CONSTRUCTION, Diagnosis.RETRIEVAL, Diagnosis.DELIVERY);
    assertThat(tables.first("notes", 50)).hasSize(Diagnosis.STAGES.size());
    assertThat(tables.first("none", 50)).isEmpty();
  }

  @Test
  void thePageTellsTheExclusionTheAdviceAndTheAnswers() {
    String page =
        Rendered.xml(Rendered.only(new HtmlReporter(), DIAGNOSED))
            .getDocumentElement()
            .getTextContent();

    assertThat(page)
        .contains(
            "kg-fixed is excluded", "What to try, in this order", "Have the writer keep more.")
        .contains("from the stored evidence: K1WZ01 (correct)", "first hit at rank 3")
        .contains("6 of 6, by stage");
  }

  @Test
  void theTerminalTellsThePlannedDirectionAlone() {
    String summary = new TextReporter().render(DIAGNOSED).get(0).content();

    assertThat(summary)
        .contains("Where it was lost (notes, old-to-new)", "20 of 120 probes are left out")
        .contains("construction, wins at most 0.300 (30 answers, 25 of which before had right)")
        .doesNotContain("Where it was lost (notes, new-to-old)");
  }

  private static String file(String name) {
    return Rendered.file(new PlotReporter(), DIAGNOSED, name);
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }
}
