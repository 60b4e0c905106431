package dev.carryover.reports;

import dev.carryover.core.report.RepairReport;
import dev.carryover.core.report.RepairReport.Place;
import dev.carryover.core.spi.Reporter.ReportFile;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.RecoveryTables;
import dev.carryover.reports.figures.Table;
import dev.carryover.reports.html.PageRenderer;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders a plan of repairs: {@code repair.json}, {@code repair.txt}, {@code index.html}, and a
 * drawing of each grid.
 */
public final class RepairFiles {
  /** Name of the file that {@code --json} prints. */
  public static final String JSON = "repair.json";

  /** Name of the file for terminals. */
  public static final String TEXT = "repair.txt";

  private RepairFiles() {}

  /** The files; equal reports give equal bytes. */
  public static List<ReportFile> render(RepairReport report) {
    PageRenderer pages = new PageRenderer();
    List<ReportFile> files = new ArrayList<>();
    files.add(new ReportFile(JSON, ReportJson.write(report)));
    files.add(new ReportFile(TEXT, text(report)));
    files.add(new ReportFile("index.html", pages.render(report)));
    pages.plots(report).forEach((name, svg) -> files.add(new ReportFile(name + ".svg", svg)));
    return files;
  }

  private static String text(RepairReport report) {
    RecoveryTables tables = new RecoveryTables(report, Numbers.PLAIN);
    StringBuilder text = new StringBuilder();
    paragraph(
        text,
        "Repair of %s: %s".formatted(report.name(), RecoveryTables.decision(report.decision())));
    tables.answers().forEach(answer -> paragraph(text, answer));
    section(text, "The cheapest way to each target, for all histories", tables.choices());
    for (Place place : report.places()) {
      if (!tables.rows(place).isEmpty()) {
        section(
            text,
            "Every repair (%s, %s), costs in %s"
                .formatted(place.format(), place.direction(), place.unit()),
            tables.grid(place));
      }
    }
    section(text, "Cost to recover, the cheapest repair of each history", tables.recovered());
    section(text, "Out of reach", tables.outOfReach());
    text.append('\n');
    paragraph(
        text,
        "%d of %d histories (seed %d); prices: %s"
            .formatted(
                report.sampled().histories(),
                report.sampled().all(),
                report.sampled().seed(),
                report.pricing().source()));
    text.append("\nWhat these figures cannot show:\n");
    report.limits().forEach(limit -> paragraph(text, "- " + limit));
    return text.toString();
  }

  private static void section(StringBuilder text, String heading, Table table) {
    if (!table.isEmpty()) {
      text.append('\n');
      paragraph(text, heading);
      text.append(TextTable.render(table, TextSummary.WIDTH));
    }
  }

  private static void paragraph(StringBuilder text, String words) {
    TextLine.wrap(words, TextSummary.WIDTH).forEach(line -> text.append(line).append('\n'));
  }
}
