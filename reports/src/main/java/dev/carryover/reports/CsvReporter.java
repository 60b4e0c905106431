package dev.carryover.reports;

import dev.carryover.core.report.Figure;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.HistoryFigures;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.spi.Reporter;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Two tables for spreadsheets and data frames, one figure a line: {@code treatments.csv}, where an
 * empty family means all of them, and {@code per_history.csv}. RFC 4180, figures unrounded, an
 * empty cell where a figure is undefined. Text that a spreadsheet would run as a formula begins
 * with an apostrophe.
 */
public final class CsvReporter implements Reporter {
  @Override
  public String name() {
    return "csv";
  }

  @Override
  public String description() {
    return "treatments.csv and per_history.csv: the figures, unrounded, for spreadsheets";
  }

  @Override
  public List<ReportFile> render(RunReport report) {
    return List.of(
        new ReportFile("treatments.csv", treatments(report)),
        new ReportFile("per_history.csv", perHistory(report)));
  }

  private static String treatments(RunReport report) {
    CsvLines csv =
        new CsvLines()
            .text("id", "format", "direction", "writer", "reader", "index_embedder")
            .text("query_embedder", "treatment", "evidence", "family", "metric", "mean", "low")
            .text("high", "chance", "histories", "scored", "unscored", "failed")
            .end();
    for (Treatment treatment : report.treatments()) {
      lines(csv, treatment, "", treatment.metrics());
      treatment.families().forEach((family, metrics) -> lines(csv, treatment, family, metrics));
    }
    return csv.toString();
  }

  private static void lines(
      CsvLines csv, Treatment treatment, String family, SortedMap<String, Figure> metrics) {
    metrics.forEach(
        (metric, figure) ->
            csv.text(treatment.id(), treatment.format(), treatment.direction())
                .text(treatment.writer(), treatment.reader(), treatment.indexEmbedder())
                .text(treatment.queryEmbedder(), treatment.treatment(), treatment.evidence())
                .text(family, metric)
                .figure(figure.mean())
                .figure(figure.low())
                .figure(figure.high())
                .figure(figure.chance())
                .count(figure.histories())
                .count(figure.scored())
                .count(figure.unscored())
                .count(figure.failed())
                .end());
  }

  private static String perHistory(RunReport report) {
    CsvLines csv = new CsvLines().text("history", "treatment", "metric", "value").end();
    for (HistoryFigures row : report.perHistory()) {
      for (Map.Entry<String, Double> metric : row.metrics().entrySet()) {
        csv.text(row.history(), row.treatment(), metric.getKey()).figure(metric.getValue()).end();
      }
    }
    return csv.toString();
  }
}
