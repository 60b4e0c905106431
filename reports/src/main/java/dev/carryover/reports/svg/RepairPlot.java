package dev.carryover.reports.svg;

import dev.carryover.core.report.RepairReport.Place;
import dev.carryover.core.report.RepairReport.Reached;
import dev.carryover.core.report.RepairReport.Row;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.RecoveryTables;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The grid of repairs of one format one way as a heat map: a line for each method, a column for
 * each budget. The darker a field, the more histories reach the target; the words in it say how
 * many, at what cost for a history, and how many repairs failed.
 */
public final class RepairPlot {
  private static final double LEFT = 124;
  static final double LABEL = LEFT - 6;
  private static final double TOP = 26;
  private static final double ROW = 50;
  private static final int SHADES = 4;
  private static final Numbers NUMBERS = Numbers.TYPOGRAPHIC;

  private final Place place;
  private final double target;
  private final RecoveryTables tables;
  private final List<Row> rows;
  private final List<String> methods;
  private final List<Integer> efforts;

  /**
   * @param target of the reached histories that are drawn
   */
  public RepairPlot(Place place, double target, RecoveryTables tables) {
    this.place = place;
    this.target = target;
    this.tables = tables;
    this.rows = tables.rows(place);
    this.methods = rows.stream().map(Row::method).distinct().toList();
    this.efforts = rows.stream().map(Row::effort).distinct().sorted().toList();
  }

  /** The drawing; empty where nothing was repaired. */
  public String draw() {
    if (rows.isEmpty()) {
      return "";
    }
    double bottom = TOP + ROW * methods.size();
    Svg svg = new Svg(bottom + 22, "Success and cost of repairs", description());
    double width = (Svg.WIDTH - LEFT - 4) / efforts.size();
    for (int column = 0; column < efforts.size(); column++) {
      svg.wordsAround(
          "label-axis", LEFT + width * (column + .5), TOP - 9, efforts.get(column) + "\u00a0%");
    }
    for (int line = 0; line < methods.size(); line++) {
      svg.words("label", 2, TOP + ROW * (line + .5) + 4, Labels.fitting(methods.get(line), LABEL));
    }
    for (Row row : rows) {
      double x = LEFT + width * efforts.indexOf(row.effort());
      field(svg, row, x, TOP + ROW * methods.indexOf(row.method()), width);
    }
    svg.wordsAround(
        "label-axis",
        Svg.WIDTH / 2,
        bottom + 16,
        "histories that reach %s of own; mean cost in %s"
            .formatted(NUMBERS.free(target), place.unit()));
    return svg.end();
  }

  private void field(Svg svg, Row row, double x, double y, double width) {
    Reached reached = reached(row);
    double share = reached.share().orElse(0);
    int shade = share == 0 ? 0 : Math.max(1, (int) Math.floor(share * SHADES));
    svg.box("heat heat-" + shade, x + 1, y + 1, width - 2, ROW - 2);
    double middle = x + width / 2;
    svg.wordsAround("label-strong", middle, y + 18, reached.histories() + "/" + reached.of());
    svg.wordsAround("label-axis", middle, y + 31, tables.cost(row.cost(), place));
    if (row.failed() > 0) {
      svg.wordsAround("label-axis", middle, y + 43, row.failed() + " failed");
    }
  }

  private Reached reached(Row row) {
    return row.reached().stream().filter(each -> each.target() == target).findFirst().orElseThrow();
  }

  private String description() {
    return rows.stream()
        .map(
            row ->
                "%s at %d per cent: %d of %d histories reach the target, cost %s, %d failed."
                    .formatted(
                        row.method(),
                        row.effort(),
                        reached(row).histories(),
                        reached(row).of(),
                        tables.cost(row.cost(), place),
                        row.failed()))
        .collect(Collectors.joining(" "));
  }
}
