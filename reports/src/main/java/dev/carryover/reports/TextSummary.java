package dev.carryover.reports;

import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.Diagnosis.LostAnswer;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.RunReport.Verdict;
import dev.carryover.reports.figures.AfterTable;
import dev.carryover.reports.figures.DecisionWord;
import dev.carryover.reports.figures.DiagnosisTables;
import dev.carryover.reports.figures.DiagnosisTables.Place;
import dev.carryover.reports.figures.MeasureTables;
import dev.carryover.reports.figures.ModelTables;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.Panel;
import dev.carryover.reports.figures.RepairTable;
import dev.carryover.reports.figures.RunTables;
import dev.carryover.reports.figures.Table;
import dev.carryover.reports.figures.TitledTable;
import java.util.List;
import java.util.Locale;

/** The summary of a run for a terminal. */
final class TextSummary {
  /** Columns of the widest line. */
  static final int WIDTH = 100;

  private static final int FIRST = 5;
  private static final String INDENT = "  ";

  private final RunReport report;
  private final RunTables tables;
  private final StringBuilder text = new StringBuilder();

  TextSummary(RunReport report) {
    this.report = report;
    this.tables = new RunTables(report, Numbers.PLAIN);
  }

  String render() {
    Verdict verdict = report.verdict();
    String decision = new DecisionWord(verdict.decision()).title().toUpperCase(Locale.ROOT);
    paragraph("Verdict: " + decision, "");
    paragraph(verdict.reason(), "");
    if (!tables.losses().isEmpty()) {
      heading("Loss against the margin (positive is worse)");
      table(tables.losses());
    }
    report.diagnosis().ifPresent(this::diagnosis);
    ModelTables models = new ModelTables(report, Numbers.PLAIN);
    Panel.of(report).stream().filter(panel -> !models.holds(panel)).forEach(this::measured);
    for (TitledTable titled : models.all()) {
      heading(titled.heading());
      table(titled.table());
    }
    RepairTable repairs = new RepairTable(report, Numbers.PLAIN);
    if (!repairs.table().isEmpty()) {
      heading(repairs.heading());
      table(repairs.table());
    }
    AfterTable after = new AfterTable(report, Numbers.PLAIN);
    if (!after.table().isEmpty()) {
      heading(AfterTable.HEADING);
      table(after.table());
    }
    heading("In short");
    for (Table.Line fact : tables.verdict().lines()) {
      paragraph(fact.cells().get(0) + ": " + fact.cells().get(1), INDENT);
    }
    controls();
    if (!report.limits().isEmpty()) {
      heading("What these figures cannot show");
      report.limits().forEach(this::item);
    }
    return text.toString();
  }

  /** Of the planned direction; the page has the way back too. */
  private void diagnosis(Diagnosis diagnosis) {
    DiagnosisTables tables = new DiagnosisTables(diagnosis, Numbers.PLAIN);
    for (Place place : tables.places()) {
      if (place.direction().equals(report.verdict().direction())) {
        heading("Where it was lost (" + place.format() + ", " + place.direction() + ")");
        tables.remarks(place).forEach(remark -> paragraph(remark, INDENT));
        table(tables.parts(place));
        advice(tables, place);
      }
    }
    for (String format : tables.formats()) {
      List<LostAnswer> first = tables.first(format, FIRST);
      heading(
          "Answers lost (%s): %s of %s, all in lost-answers.csv"
              .formatted(
                  format,
                  Numbers.PLAIN.count(first.size()),
                  Numbers.PLAIN.count(tables.countLost(format))));
      table(tables.brief(first));
    }
    diagnosis.notes().forEach(this::item);
  }

  private void advice(DiagnosisTables tables, Place place) {
    if (tables.advice(place).isEmpty()) {
      paragraph("what to try: the figures support no advice", INDENT);
      return;
    }
    paragraph("what to try, in this order:", INDENT);
    tables.advice(place).forEach(one -> item(tables.sentence(one)));
  }

  private void measured(Panel panel) {
    MeasureTables measures = new MeasureTables(panel, Numbers.PLAIN);
    for (String metric : panel.chiefMetrics(report.verdict().measure())) {
      heading(metric + " (" + panel.format() + ", " + panel.direction() + ")");
      table(measures.treatments(metric));
    }
    if (!measures.marks().isEmpty()) {
      heading("answers by mark (" + panel.format() + ", " + panel.direction() + ")");
      table(measures.marks());
    }
  }

  private void controls() {
    List<Gate> failed = report.gates().stream().filter(gate -> !gate.passed()).toList();
    if (report.gates().isEmpty()) {
      paragraph("controls: none was checked", INDENT);
      return;
    }
    paragraph(
        "controls: "
            + (report.gates().size() - failed.size())
            + " of "
            + report.gates().size()
            + " passed",
        INDENT);
    failed.forEach(
        gate ->
            paragraph(
                (gate.blocks() ? "control FAILED: " : "control failed, and the verdict stands: ")
                    + gate.name(),
                INDENT));
  }

  private void heading(String words) {
    text.append('\n');
    paragraph(words, "");
  }

  private void table(Table table) {
    TextTable.render(table, WIDTH - INDENT.length())
        .lines()
        .forEach(line -> text.append(INDENT).append(line).append('\n'));
  }

  private void item(String words) {
    String sign = INDENT + "- ";
    for (String line : TextLine.wrap(words, WIDTH - sign.length())) {
      text.append(sign).append(line).append('\n');
      sign = INDENT + INDENT;
    }
  }

  private void paragraph(String words, String indent) {
    TextLine.wrap(words, WIDTH - indent.length())
        .forEach(line -> text.append(indent).append(line).append('\n'));
  }
}
