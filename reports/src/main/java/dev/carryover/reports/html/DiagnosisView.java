package dev.carryover.reports.html;

import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.reports.figures.DiagnosisTables;
import dev.carryover.reports.figures.DiagnosisTables.Place;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.Table;
import dev.carryover.reports.svg.LossStackPlot;
import java.util.ArrayList;
import java.util.List;

/**
 * Where it was lost, as the page shows it.
 *
 * @param notes on how to read it
 */
record DiagnosisView(List<Part> parts, List<Answers> answers, List<String> notes) {
  private static final int MOST = 50;

  /** One format in one direction. */
  record Part(
      String format,
      String direction,
      String aside,
      List<String> remarks,
      Exhibit breakdown,
      Table tries,
      Table stages) {}

  /**
   * The answers that a format lost.
   *
   * @param shown how many the table has
   * @param all how many there are
   */
  record Answers(String format, int shown, int all, Table table) {}

  static DiagnosisView of(RunReport report, Diagnosis diagnosis) {
    DiagnosisTables tables = new DiagnosisTables(diagnosis, Numbers.TYPOGRAPHIC);
    List<Part> parts = new ArrayList<>();
    for (Place place : tables.places()) {
      LossStackPlot plot = plot(tables, place);
      parts.add(
          new Part(
              place.format(),
              place.direction(),
              aside(place, report),
              tables.remarks(place),
              new Exhibit(
                  "loss by stage", "", plot.isEmpty() ? "" : plot.draw(), tables.parts(place)),
              tables.tries(place),
              tables.stages(place)));
    }
    List<Answers> answers = new ArrayList<>();
    for (String format : tables.formats()) {
      Table table = tables.lost(tables.first(format, MOST));
      answers.add(new Answers(format, table.lines().size(), tables.countLost(format), table));
    }
    return new DiagnosisView(parts, answers, diagnosis.notes());
  }

  private static String aside(Place place, RunReport report) {
    if (place.direction().equals(Contrast.BOTH)) {
      return "The mean over all cells of both directions, each counted once.";
    }
    return place.direction().equals(report.verdict().direction())
        ? ""
        : "The way back. It does not enter the verdict.";
  }

  /** The plot of a format in a direction. */
  static LossStackPlot plot(DiagnosisTables tables, Place place) {
    return new LossStackPlot(
        "Loss by stage: " + place.format() + ", " + place.direction(), tables.at(place));
  }
}
