package dev.carryover.reports;

import dev.carryover.core.report.ScreenReport;
import dev.carryover.core.spi.Reporter.ReportFile;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.ScreenTables;
import dev.carryover.reports.figures.Table;
import dev.carryover.reports.html.PageRenderer;
import java.util.List;

/** Renders a screen: {@code screen.json}, {@code screen.txt} and {@code index.html}. */
public final class ScreenFiles {
  /** Name of the file that {@code --json} prints. */
  public static final String JSON = "screen.json";

  /** Name of the file for terminals. */
  public static final String TEXT = "screen.txt";

  private ScreenFiles() {}

  /** The files; equal reports give equal bytes. */
  public static List<ReportFile> render(ScreenReport report) {
    return List.of(
        new ReportFile(JSON, ReportJson.write(report)),
        new ReportFile(TEXT, text(report)),
        new ReportFile("index.html", new PageRenderer().render(report)));
  }

  private static String text(ScreenReport report) {
    ScreenTables tables = new ScreenTables(report, Numbers.PLAIN);
    StringBuilder text = new StringBuilder();
    paragraph(text, "Screen of " + report.name() + ": " + ScreenTables.decision(report.decision()));
    text.append('\n');
    report
        .candidates()
        .forEach(
            candidate ->
                paragraph(
                    text,
                    "%s: %s. %s"
                        .formatted(
                            candidate.name(),
                            ScreenTables.decision(candidate.decision()),
                            candidate.reason())));
    if (!tables.summary().isEmpty()) {
      text.append('\n');
      paragraph(
          text, tables.measures() + ", with 95 % intervals; a loss is positive where it is worse");
      text.append(TextTable.render(tables.summary(), TextSummary.WIDTH));
    }
    section(text, tables.comparisons());
    section(text, tables.controls());
    text.append('\n');
    paragraph(
        text,
        "%d answers of candidates, %d of the old side, %d histories, %d probes each at most (seed %d); calibration: %s"
            .formatted(
                report.asked().answers(),
                report.asked().oldAnswers(),
                report.asked().histories(),
                report.asked().probes(),
                report.asked().seed(),
                report.calibration().source()));
    text.append("\nWhat these figures cannot show:\n");
    report.limits().forEach(limit -> paragraph(text, "- " + limit));
    return text.toString();
  }

  private static void section(StringBuilder text, Table table) {
    if (!table.isEmpty()) {
      text.append('\n').append(TextTable.render(table, TextSummary.WIDTH));
    }
  }

  private static void paragraph(StringBuilder text, String words) {
    TextLine.wrap(words, TextSummary.WIDTH).forEach(line -> text.append(line).append('\n'));
  }
}
