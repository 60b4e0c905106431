package dev.carryover.reports.html;

import dev.carryover.core.report.RepairReport;
import dev.carryover.core.report.RepairReport.Place;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.RecoveryTables;
import dev.carryover.reports.figures.Table;
import dev.carryover.reports.svg.RepairPlot;
import java.util.List;

/**
 * Everything that the page of a plan of repairs shows.
 *
 * @param css the style sheet
 * @param grids of every format each way where something was repaired
 */
record RepairPage(
    String css,
    String name,
    String decision,
    List<String> answers,
    List<String> limits,
    Table choices,
    List<GridView> grids,
    Table recovered,
    Table places,
    Table outOfReach,
    String basis) {

  /**
   * A grid with its heat map.
   *
   * @param plot an inline SVG
   */
  record GridView(String heading, String plot, Table table) {}

  static RepairPage of(RepairReport report, String css) {
    RecoveryTables tables = new RecoveryTables(report, Numbers.TYPOGRAPHIC);
    return new RepairPage(
        css,
        report.name(),
        RecoveryTables.decision(report.decision()),
        tables.answers(),
        report.limits(),
        tables.choices(),
        report.places().stream()
            .filter(place -> !tables.rows(place).isEmpty())
            .map(place -> view(report, place, tables))
            .toList(),
        tables.recovered(),
        tables.places(),
        tables.outOfReach(),
        "%d of %d histories, drawn with seed %d; prices: %s"
            .formatted(
                report.sampled().histories(),
                report.sampled().all(),
                report.sampled().seed(),
                report.pricing().source()));
  }

  private static GridView view(RepairReport report, Place place, RecoveryTables tables) {
    return new GridView(
        place.format() + ", " + place.direction(),
        new RepairPlot(place, report.target(), tables).draw(),
        tables.grid(place));
  }
}
