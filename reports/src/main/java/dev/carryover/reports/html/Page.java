package dev.carryover.reports.html;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.stats.Decision;
import dev.carryover.reports.figures.AfterTable;
import dev.carryover.reports.figures.DecisionWord;
import dev.carryover.reports.figures.ModelTables;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.Panel;
import dev.carryover.reports.figures.RepairTable;
import dev.carryover.reports.figures.RunTables;
import dev.carryover.reports.figures.Table;
import dev.carryover.reports.figures.TitledTable;
import dev.carryover.reports.svg.LossPlot;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that the page shows.
 *
 * @param css the style sheet
 * @param lossPlot an inline SVG; empty where no loss could be estimated
 * @param diagnoses where it was lost; one or none
 * @param models of a change of the language model; empty where none changes
 * @param after the verdict after each repair; empty where repairs were not judged
 * @param repairs what repairs restore and take; empty where none was measured
 */
record Page(
    String css,
    String name,
    RunReport.Verdict verdict,
    DecisionWord decision,
    String lossPlot,
    Table facts,
    List<String> limits,
    List<DiagnosisView> diagnoses,
    List<PanelView> panels,
    List<TitledTable> models,
    Table after,
    TitledTable repairs,
    Table hypotheses,
    Table gates,
    Table contrasts,
    Table spaces,
    Table identities,
    Table cost,
    Table settings,
    Table run) {

  static Page of(RunReport report, String css) {
    LossPlot plot = new LossPlot(report.hypotheses());
    RunTables tables = new RunTables(report, Numbers.TYPOGRAPHIC);
    RepairTable repairs = new RepairTable(report, Numbers.TYPOGRAPHIC);
    List<PanelView> panels = new ArrayList<>();
    for (Panel panel : Panel.of(report)) {
      panels.add(PanelView.of(report, panel, "measured-" + (panels.size() + 1)));
    }
    return new Page(
        css,
        report.run().name(),
        report.verdict(),
        new DecisionWord(report.verdict().decision()),
        plot.isEmpty() ? "" : plot.draw(),
        tables.verdict(),
        report.limits(),
        report.diagnosis().map(found -> DiagnosisView.of(report, found)).stream().toList(),
        panels,
        new ModelTables(report, Numbers.TYPOGRAPHIC).all(),
        new AfterTable(report, Numbers.TYPOGRAPHIC).table(),
        new TitledTable(repairs.heading(), repairs.table()),
        tables.hypotheses(),
        tables.gates(),
        tables.contrasts(),
        tables.spaces(),
        tables.identities(),
        tables.cost(),
        tables.settings(),
        tables.run());
  }

  /** Whether the verdict is this decision. */
  boolean is(Decision expected) {
    return decision.known().filter(expected::equals).isPresent();
  }

  /** The name of the decision's colours in the style sheet. */
  String style() {
    return "is-" + decision.known().map(Decision::label).orElse("other");
  }
}
