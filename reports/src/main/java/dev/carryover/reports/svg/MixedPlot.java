package dev.carryover.reports.svg;

import dev.carryover.core.report.Figure;
import dev.carryover.reports.figures.MixedLine;
import dev.carryover.reports.figures.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** A metric against the share of a store that is embedded anew, with levels to compare it with. */
public final class MixedPlot {
  private static final double LEFT = 34;
  private static final double RIGHT = Svg.WIDTH - 128;
  private static final double TOP = 12;
  private static final double BOTTOM = 212;
  private static final double LEAST_BETWEEN_LABELS = 15;
  private static final Numbers NUMBERS = Numbers.TYPOGRAPHIC;

  private final String metric;
  private final List<MixedLine.Point> points;
  private final List<MixedLine.Reference> references;
  private final Scale up;

  public MixedPlot(MixedLine line, String metric) {
    this.metric = metric;
    this.points =
        line.points().stream().sorted(Comparator.comparing(MixedLine.Point::percent)).toList();
    this.references =
        line.references().stream().sorted(Comparator.comparing(MixedPlot::level)).toList();
    double[] values =
        Stream.concat(
                points.stream().map(MixedLine.Point::figure),
                references.stream().map(MixedLine.Reference::figure))
            .flatMapToDouble(MixedPlot::values)
            .toArray();
    this.up =
        Scale.holding(
            DoubleStream.of(values).min().orElse(0) - .01,
            DoubleStream.of(values).max().orElse(1) + .01,
            BOTTOM,
            TOP);
  }

  /** The drawing. */
  public String draw() {
    Svg svg = new Svg(BOTTOM + 40, metric + " by the share that is embedded anew", description());
    drawAxes(svg);
    drawReferences(svg);
    svg.path(
        "line", points.stream().map(point -> new double[] {x(point), y(point.figure())}).toList());
    for (MixedLine.Point point : points) {
      Figure figure = point.figure();
      if (figure.low().isPresent() && figure.high().isPresent()) {
        Whisker.upright(
            svg, x(point), up.at(figure.low().getAsDouble()), up.at(figure.high().getAsDouble()));
      }
      svg.mark(Mark.of(point.standing()), x(point), y(figure));
    }
    return svg.end();
  }

  private void drawAxes(Svg svg) {
    for (double tick : up.ticks()) {
      svg.line("grid", LEFT, up.at(tick), RIGHT, up.at(tick));
      svg.wordsEndingAt("label-axis", LEFT - 6, up.at(tick) + 4, NUMBERS.free(tick));
    }
    svg.line("axis", LEFT, BOTTOM, RIGHT, BOTTOM);
    for (MixedLine.Point point : points) {
      svg.line("axis", x(point), BOTTOM, x(point), BOTTOM + 4);
      svg.wordsAround("label-axis", x(point), BOTTOM + 17, point.percent() + "\u00a0%");
    }
    svg.wordsAround(
        "label-axis", (LEFT + RIGHT) / 2, BOTTOM + 34, "share of the store embedded anew");
  }

  private void drawReferences(Svg svg) {
    double above = Double.POSITIVE_INFINITY;
    for (MixedLine.Reference reference : references) {
      double level = up.at(level(reference));
      svg.line("reference-line", LEFT, level, RIGHT + 4, level);
      double y = Math.min(level + 4, above - LEAST_BETWEEN_LABELS);
      svg.words(
          "label",
          RIGHT + 8,
          y,
          Labels.fitting(reference.label(), 84) + " " + NUMBERS.rate(level(reference)));
      above = y;
    }
  }

  private static double x(MixedLine.Point point) {
    double inset = 12;
    return LEFT + inset + point.percent() / 100.0 * (RIGHT - LEFT - 2 * inset);
  }

  private double y(Figure figure) {
    return up.at(figure.mean().orElseThrow());
  }

  private static double level(MixedLine.Reference reference) {
    return reference.figure().mean().orElseThrow();
  }

  private static DoubleStream values(Figure figure) {
    return Stream.of(figure.mean(), figure.low(), figure.high())
        .flatMapToDouble(value -> value.stream());
  }

  private String description() {
    List<String> parts = new ArrayList<>();
    points.forEach(
        point -> parts.add(point.percent() + "\u00a0%: " + NUMBERS.rate(point.figure().mean())));
    references.forEach(
        reference -> parts.add(reference.label() + ": " + NUMBERS.rate(level(reference))));
    return parts.stream().collect(Collectors.joining(", "));
  }
}
