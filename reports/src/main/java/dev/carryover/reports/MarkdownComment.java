package dev.carryover.reports;

import dev.carryover.core.report.RunReport;
import dev.carryover.reports.figures.DecisionWord;
import dev.carryover.reports.figures.DiagnosisTables;
import dev.carryover.reports.figures.MeasureTables;
import dev.carryover.reports.figures.ModelTables;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.Panel;
import dev.carryover.reports.figures.RepairTable;
import dev.carryover.reports.figures.RunTables;
import dev.carryover.reports.figures.Table;
import java.util.List;
import java.util.stream.Collectors;

/** A run as a comment in GitHub's Markdown. */
final class MarkdownComment {
  private final RunReport report;
  private final StringBuilder text = new StringBuilder();

  MarkdownComment(RunReport report) {
    this.report = report;
  }

  String render() {
    RunTables tables = new RunTables(report, Numbers.TYPOGRAPHIC);
    DecisionWord decision = new DecisionWord(report.verdict().decision());
    String title = MarkdownText.escape(decision.title());
    text.append("## Carryover: ").append(title).append("\n\n");
    if (!decision.advice().isEmpty()) {
      text.append("**").append(decision.advice()).append("** ");
    }
    text.append(MarkdownText.escape(report.verdict().reason())).append('\n');
    section("", tables.verdict());
    section("Loss against the margin", tables.losses());
    report
        .diagnosis()
        .map(found -> new DiagnosisTables(found, Numbers.TYPOGRAPHIC))
        .ifPresent(this::diagnosis);
    ModelTables models = new ModelTables(report, Numbers.TYPOGRAPHIC);
    Panel.of(report).stream().filter(panel -> !models.holds(panel)).forEach(this::measured);
    models.all().forEach(titled -> section(titled.heading(), titled.table()));
    RepairTable repairs = new RepairTable(report, Numbers.TYPOGRAPHIC);
    section(repairs.heading(), repairs.table());
    section("Controls", tables.gates());
    limits();
    return text.toString();
  }

  private void diagnosis(DiagnosisTables tables) {
    for (DiagnosisTables.Place place : tables.places()) {
      if (!place.direction().equals(report.verdict().direction())) {
        continue; // the page has the way back
      }
      String where = " (" + place.format() + ", " + place.direction() + ")";
      section("Where it was lost" + where, tables.parts(place));
      section("What to try" + where, tables.tries(place));
    }
  }

  private void measured(Panel panel) {
    MeasureTables measures = new MeasureTables(panel, Numbers.TYPOGRAPHIC);
    String where = " (" + panel.format() + ", " + panel.direction() + ")";
    for (String metric : panel.chiefMetrics(report.verdict().measure())) {
      section(metric + where, measures.treatments(metric));
    }
    section("answers by mark" + where, measures.marks());
  }

  private void section(String heading, Table table) {
    if (table.isEmpty()) {
      return;
    }
    if (!heading.isEmpty()) {
      text.append("\n### ").append(MarkdownText.escape(heading)).append('\n');
    }
    text.append('\n');
    row(table.columns().stream().map(Table.Column::head).toList());
    text.append(
            table.columns().stream()
                .map(column -> column.numeric() ? "--:" : ":--")
                .collect(Collectors.joining(" | ", "| ", " |")))
        .append('\n');
    table.lines().forEach(line -> row(line.cells()));
  }

  private void row(List<String> cells) {
    text.append(
            cells.stream().map(MarkdownText::escape).collect(Collectors.joining(" | ", "| ", " |")))
        .append('\n');
  }

  private void limits() {
    text.append("\n### What these figures cannot show\n\n");
    if (report.limits().isEmpty()) {
      text.append("The run states no limits.\n");
    }
    report
        .limits()
        .forEach(limit -> text.append("- ").append(MarkdownText.escape(limit)).append('\n'));
  }
}
