package dev.carryover.reports.html;

import dev.carryover.core.report.RunReport;
import dev.carryover.reports.figures.HistoryRow;
import dev.carryover.reports.figures.MeasureTables;
import dev.carryover.reports.figures.MixedLine;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.Panel;
import dev.carryover.reports.figures.Table;
import dev.carryover.reports.svg.ChangePlot;
import dev.carryover.reports.svg.FamilyPlot;
import dev.carryover.reports.svg.MixedPlot;
import dev.carryover.reports.svg.TreatmentPlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One format in one direction, as the page shows it.
 *
 * @param reference name of what the rollout is drawn against; empty where there is nothing
 */
record PanelView(
    String anchor,
    String format,
    String direction,
    boolean wayBack,
    String reference,
    List<Exhibit> treatments,
    List<Exhibit> mixed,
    List<Exhibit> families,
    List<Exhibit> histories,
    Table marks,
    Table components) {

  static PanelView of(RunReport report, Panel panel, String anchor) {
    String deciding = report.verdict().measure();
    MeasureTables tables = new MeasureTables(panel, Numbers.TYPOGRAPHIC);
    List<Exhibit> treatments = new ArrayList<>();
    List<Exhibit> mixed = new ArrayList<>();
    List<Exhibit> families = new ArrayList<>();
    List<Exhibit> histories = new ArrayList<>();
    for (String metric : panel.metrics(deciding)) {
      treatments.add(byTreatment(panel, tables, metric, deciding));
    }
    for (String metric : panel.chiefMetrics(deciding)) {
      MixedLine.of(report, panel, metric)
          .map(line -> byShare(tables, line, metric))
          .ifPresent(mixed::add);
      byFamily(panel, tables, metric).ifPresent(families::add);
      byHistory(report, panel, tables, metric).ifPresent(histories::add);
    }
    return new PanelView(
        anchor,
        panel.format(),
        panel.direction(),
        !panel.direction().equals(report.verdict().direction()),
        reference(panel).map(Panel.Row::label).orElse(""),
        treatments,
        mixed,
        families,
        histories,
        tables.marks(),
        tables.components());
  }

  private static Exhibit byTreatment(
      Panel panel, MeasureTables tables, String metric, String deciding) {
    Table table = tables.treatments(metric);
    TreatmentPlot plot = new TreatmentPlot(panel, metric);
    return new Exhibit(
        metric,
        metric.equals(deciding) ? "This measure decides." : "",
        plot.isEmpty() ? "" : plot.draw(),
        table);
  }

  private static Exhibit byShare(MeasureTables tables, MixedLine line, String metric) {
    Table table = tables.mixed(line);
    return new Exhibit(metric, "", new MixedPlot(line, metric).draw(), table);
  }

  private static Optional<Exhibit> byFamily(Panel panel, MeasureTables tables, String metric) {
    if (panel.families(metric).isEmpty()) {
      return Optional.empty();
    }
    FamilyPlot plot = new FamilyPlot(panel, metric);
    return Optional.of(
        new Exhibit(metric, "", plot.isEmpty() ? "" : plot.draw(), tables.families(metric)));
  }

  private static Optional<Exhibit> byHistory(
      RunReport report, Panel panel, MeasureTables tables, String metric) {
    List<HistoryRow> rows = HistoryRow.of(report, panel, metric);
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    ChangePlot plot =
        new ChangePlot(
            metric + " by history",
            reference(panel).map(Panel.Row::label).orElse(""),
            rows.stream()
                .map(
                    row ->
                        new ChangePlot.Change(
                            row.history(), row.value(reference(panel)), row.value(panel.rollout())))
                .toList());
    return Optional.of(
        new Exhibit(metric, "", plot.isEmpty() ? "" : plot.draw(), tables.histories(metric, rows)));
  }

  private static Optional<Panel.Row> reference(Panel panel) {
    return panel.references().stream().findFirst();
  }
}
