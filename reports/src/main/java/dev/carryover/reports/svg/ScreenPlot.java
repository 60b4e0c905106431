package dev.carryover.reports.svg;

import dev.carryover.core.report.ScreenReport.Estimate;
import dev.carryover.core.report.ScreenReport.Row;
import dev.carryover.reports.figures.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The candidates of one format side by side: a ring where they came out on the probes, a diamond
 * with its interval where they are predicted.
 */
public final class ScreenPlot {
  private static final double LEFT = 12;
  private static final double RIGHT = Svg.WIDTH - 12;
  private static final double TOP = 8;
  private static final double ROW = 46;
  private static final double BAR = 33;
  private static final Numbers NUMBERS = Numbers.TYPOGRAPHIC;

  private final List<Row> rows;
  private final Scale scale = Scale.ofRates(LEFT, RIGHT);

  /** The rows are drawn in the order given. */
  public ScreenPlot(List<Row> rows) {
    this.rows = List.copyOf(rows);
  }

  /** The drawing; empty where there is no row. */
  public String draw() {
    if (rows.isEmpty()) {
      return "";
    }
    double bottom = TOP + ROW * rows.size();
    Svg svg = new Svg(bottom + 36, "Candidates side by side", description());
    for (double tick : scale.ticks()) {
      svg.line("grid", scale.at(tick), TOP, scale.at(tick), bottom);
    }
    double y = TOP;
    for (Row row : rows) {
      draw(svg, row, y);
      y += ROW;
    }
    svg.line("axis", LEFT, bottom, RIGHT, bottom);
    for (double tick : scale.ticks()) {
      svg.wordsAround("label-axis", scale.at(tick), bottom + 16, NUMBERS.free(tick));
    }
    svg.wordsAround("label-axis", Svg.WIDTH / 2, bottom + 31, rows.get(0).measure());
    return svg.end();
  }

  private void draw(Svg svg, Row row, double y) {
    Estimate shown = row.predicted().orElse(row.screened());
    svg.words("label", LEFT + 2, y + 14, Labels.fitting(row.candidate(), 200));
    svg.wordsEndingAt("label-figure", RIGHT - 2, y + 14, figures(shown));
    if (shown.low().isPresent() && shown.high().isPresent()) {
      Whisker.across(
          svg, scale.at(shown.low().getAsDouble()), scale.at(shown.high().getAsDouble()), y + BAR);
    }
    if (row.predicted().isPresent()) {
      svg.mark(Mark.DIAMOND, scale.at(shown.mean()), y + BAR);
    }
    svg.mark(Mark.RING, scale.at(row.screened().mean()), y + BAR);
  }

  private static String figures(Estimate estimate) {
    return NUMBERS.rate(estimate.mean())
        + " ("
        + NUMBERS.interval(estimate.low(), estimate.high())
        + ")";
  }

  private String description() {
    return rows.stream()
        .map(
            row ->
                "%s, %s: %s on the probes%s, rank %d."
                    .formatted(
                        row.candidate(),
                        row.format(),
                        figures(row.screened()),
                        Optional.of(row)
                            .flatMap(Row::predicted)
                            .map(predicted -> ", predicted " + figures(predicted))
                            .orElse(""),
                        row.rank()))
        .collect(Collectors.joining(" "));
  }
}
