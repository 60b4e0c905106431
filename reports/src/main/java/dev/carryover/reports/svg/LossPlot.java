package dev.carryover.reports.svg;

import dev.carryover.core.report.RunReport.Hypothesis;
import dev.carryover.reports.figures.Numbers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Each hypothesis' loss with its interval, drawn against zero and the margin. */
public final class LossPlot {
  private static final double LEFT = 12;
  private static final double RIGHT = Svg.WIDTH - 12;
  private static final double TOP = 22;
  private static final double ROW = 48;
  private static final double NAME = 22;
  private static final double BAR = 35;
  private static final Numbers NUMBERS = Numbers.TYPOGRAPHIC;

  private final List<Hypothesis> rows;
  private final boolean namesFormat;
  private final Scale scale;

  /** Hypotheses without an estimate are left out. */
  public LossPlot(List<Hypothesis> hypotheses) {
    rows = hypotheses.stream().filter(row -> row.estimate().isPresent()).toList();
    namesFormat = rows.stream().map(Hypothesis::format).distinct().count() > 1;
    double[] values = rows.stream().flatMapToDouble(LossPlot::values).toArray();
    double least = Math.min(0, DoubleStream.of(values).min().orElse(0));
    double greatest = DoubleStream.of(values).max().orElse(0);
    double air = Math.max(.02, (greatest - least) * .06);
    scale = Scale.holding(least < 0 ? least - air : least - air / 2, greatest + air, LEFT, RIGHT);
  }

  /** Whether there is nothing to draw. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The drawing. */
  public String draw() {
    double bottom = TOP + ROW * rows.size();
    Svg svg = new Svg(bottom + 36, "Loss against the margin", description());
    drawZones(svg);
    double y = TOP;
    for (Hypothesis row : rows) {
      drawRow(svg, row, y);
      y += ROW;
    }
    drawAxis(svg, bottom);
    return svg.end();
  }

  private void drawZones(Svg svg) {
    double margin = scale.at(rows.get(0).margin());
    double y = TOP;
    for (Hypothesis row : rows) {
      double at = scale.at(row.margin());
      svg.box("zone-worse", at, y + NAME, RIGHT - at, ROW - NAME);
      svg.line("margin-line", at, y + NAME, at, y + ROW);
      svg.line("zero-line", scale.at(0), y + NAME, scale.at(0), y + ROW);
      y += ROW;
    }
    String label = "margin " + NUMBERS.rate(rows.get(0).margin());
    if (margin > Svg.WIDTH / 2) {
      svg.wordsEndingAt("label-strong", margin, TOP - 8, label);
    } else {
      svg.words("label-strong", margin, TOP - 8, label);
    }
  }

  private void drawRow(Svg svg, Hypothesis row, double y) {
    String figures =
        NUMBERS.signed(row.estimate()) + " (" + NUMBERS.signedInterval(row.low(), row.high()) + ")";
    svg.words("label", LEFT + 2, y + 16, Labels.fitting(name(row), 190));
    svg.wordsEndingAt("label-figure", RIGHT - 2, y + 16, figures);
    if (row.low().isPresent() && row.high().isPresent()) {
      Whisker.across(
          svg, scale.at(row.low().getAsDouble()), scale.at(row.high().getAsDouble()), y + BAR);
    }
    svg.mark(Mark.DIAMOND, scale.at(row.estimate().getAsDouble()), y + BAR);
  }

  private void drawAxis(Svg svg, double bottom) {
    svg.line("axis", LEFT, bottom, RIGHT, bottom);
    for (double tick : scale.ticks()) {
      double x = scale.at(tick);
      svg.line("axis", x, bottom, x, bottom + 4);
      svg.wordsAround("label-axis", x, bottom + 16, NUMBERS.free(tick));
    }
    svg.words("label-axis", LEFT, bottom + 31, "better");
    svg.wordsAround("label-axis", Svg.WIDTH / 2, bottom + 31, "loss");
    svg.wordsEndingAt("label-axis", RIGHT, bottom + 31, "worse");
  }

  private String name(Hypothesis row) {
    return namesFormat ? row.name() + ", " + row.format() : row.name();
  }

  private String description() {
    return rows.stream()
        .map(
            row ->
                "%s, %s: loss %s, 95\u00a0%% interval %s, margin %s, %s."
                    .formatted(
                        row.name(),
                        row.format(),
                        NUMBERS.signed(row.estimate()),
                        NUMBERS.signedInterval(row.low(), row.high()),
                        NUMBERS.rate(row.margin()),
                        row.decision()))
        .collect(Collectors.joining(" "));
  }

  private static DoubleStream values(Hypothesis row) {
    return Stream.of(row.estimate(), row.low(), row.high())
        .flatMapToDouble(value -> value.stream())
        .flatMap(value -> DoubleStream.of(value, row.margin()));
  }
}
