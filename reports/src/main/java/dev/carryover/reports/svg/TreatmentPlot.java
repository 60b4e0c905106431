package dev.carryover.reports.svg;

import dev.carryover.core.report.Figure;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.Panel;
import dev.carryover.reports.figures.Standing;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One metric under every treatment: its mean as a mark, its interval as a line, chance as a tick,
 * and each reference as a line through all of them.
 */
public final class TreatmentPlot {
  private static final double LEFT = 112;
  private static final double RIGHT = Svg.WIDTH - 50;
  private static final double TOP = 8;
  private static final double ROW = 24;
  private static final Numbers NUMBERS = Numbers.TYPOGRAPHIC;
  private static final Scale SCALE = Scale.ofRates(LEFT, RIGHT);

  private final String metric;
  private final List<Panel.Row> rows;

  /** Treatments without a mean are left out. */
  public TreatmentPlot(Panel panel, String metric) {
    this.metric = metric;
    this.rows = panel.rows().stream().filter(row -> mean(row).isPresent()).toList();
  }

  /** Whether there is nothing to draw. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The drawing. */
  public String draw() {
    double bottom = TOP + ROW * rows.size();
    Svg svg = new Svg(bottom + 22, metric + " by treatment", description());
    RateAxis.draw(svg, SCALE, TOP, bottom);
    rows.stream()
        .filter(row -> row.standing() == Standing.REFERENCE)
        .flatMap(row -> mean(row).stream())
        .forEach(mean -> svg.line("reference-line", SCALE.at(mean), TOP, SCALE.at(mean), bottom));
    double y = TOP + ROW / 2;
    for (Panel.Row row : rows) {
      drawRow(svg, row, row.figure(metric).orElseThrow(), y);
      y += ROW;
    }
    return svg.end();
  }

  private static void drawRow(Svg svg, Panel.Row row, Figure figure, double y) {
    boolean rollout = row.standing() == Standing.ROLLOUT;
    if (rollout) {
      svg.box("band", 0, y - ROW / 2 + 1, Svg.WIDTH, ROW - 2);
    }
    svg.words(rollout ? "label-strong" : "label", 4, y + 4, Labels.fitting(row.label(), LEFT - 10));
    figure
        .chance()
        .ifPresent(
            chance -> svg.line("chance-tick", SCALE.at(chance), y - 8, SCALE.at(chance), y + 8));
    if (figure.low().isPresent() && figure.high().isPresent()) {
      Whisker.across(
          svg, SCALE.at(figure.low().getAsDouble()), SCALE.at(figure.high().getAsDouble()), y);
    }
    double mean = figure.mean().orElseThrow();
    svg.mark(Mark.of(row.standing()), SCALE.at(mean), y);
    svg.wordsEndingAt("label-figure", Svg.WIDTH - 4, y + 4, NUMBERS.rate(mean));
  }

  private Optional<Double> mean(Panel.Row row) {
    return row.figure(metric)
        .filter(figure -> figure.mean().isPresent())
        .map(figure -> figure.mean().getAsDouble());
  }

  private String description() {
    return rows.stream()
        .map(row -> row.label() + " " + NUMBERS.rate(mean(row).orElseThrow()))
        .collect(Collectors.joining(", "));
  }
}
