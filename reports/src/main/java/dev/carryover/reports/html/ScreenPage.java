package dev.carryover.reports.html;

import dev.carryover.core.report.ScreenReport;
import dev.carryover.core.report.ScreenReport.Row;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.ScreenTables;
import dev.carryover.reports.figures.Table;
import dev.carryover.reports.svg.ScreenPlot;
import java.util.List;

/**
 * Everything that the page of a screen shows.
 *
 * @param css the style sheet
 * @param plots inline SVGs, one for each format
 */
record ScreenPage(
    String css,
    String name,
    String decision,
    List<String> limits,
    Table decisions,
    List<String> plots,
    Table ranking,
    Table comparisons,
    Table controls,
    Table asked) {

  static ScreenPage of(ScreenReport report, String css) {
    ScreenTables tables = new ScreenTables(report, Numbers.TYPOGRAPHIC);
    List<Row> rows = tables.rows();
    return new ScreenPage(
        css,
        report.name(),
        ScreenTables.decision(report.decision()),
        report.limits(),
        tables.decisions(),
        rows.stream()
            .map(Row::format)
            .distinct()
            .map(format -> rows.stream().filter(row -> row.format().equals(format)).toList())
            .map(some -> new ScreenPlot(some).draw())
            .toList(),
        tables.ranking(),
        tables.comparisons(),
        tables.controls(),
        tables.asked());
  }
}
