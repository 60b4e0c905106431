package dev.carryover.reports.svg;

import dev.carryover.reports.figures.Numbers;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Predicted against full accuracy, a point for each prediction, every series with a shape of its
 * own. On the dashed line what was predicted is what came.
 */
public final class PredictionPlot {
  private static final double LEFT = 46;
  private static final double RIGHT = Svg.WIDTH - 12;
  private static final double TOP = 12;
  private static final double BOTTOM = TOP + RIGHT - LEFT;
  private static final double KEY_ROW = 20;
  private static final List<Mark> MARKS =
      List.of(Mark.DOT, Mark.RING, Mark.DIAMOND, Mark.RING_SMALL);

  private final List<Point> points;
  private final List<String> series;

  /** One prediction. */
  public record Point(String series, double predicted, double full) {
    public Point {
      Objects.requireNonNull(series, "series");
    }
  }

  /** Series share shapes from the fifth on. */
  public PredictionPlot(List<Point> points) {
    this.points = List.copyOf(points);
    this.series = points.stream().map(Point::series).distinct().sorted().toList();
  }

  /** The drawing, to be put into a page. */
  public String draw() {
    Scale across = Scale.ofRates(LEFT, RIGHT);
    Scale upright = Scale.ofRates(BOTTOM, TOP);
    double height = BOTTOM + 44 + KEY_ROW * series.size();
    Svg svg = new Svg(height, "Predicted against full accuracy", description());
    for (double tick : across.ticks()) {
      svg.line("grid", across.at(tick), TOP, across.at(tick), BOTTOM);
      svg.line("grid", LEFT, upright.at(tick), RIGHT, upright.at(tick));
      svg.wordsAround("label-axis", across.at(tick), BOTTOM + 16, number(tick));
      svg.wordsEndingAt("label-axis", LEFT - 6, upright.at(tick) + 4, number(tick));
    }
    svg.line("reference-line", across.at(0), upright.at(0), across.at(1), upright.at(1));
    for (Point point : points) {
      svg.mark(mark(point.series()), across.at(point.predicted()), upright.at(point.full()));
    }
    svg.wordsAround("label-axis", (LEFT + RIGHT) / 2, BOTTOM + 31, "predicted from the twenty");
    svg.words("label-axis", LEFT + 6, TOP + 12, "on the others");
    double y = BOTTOM + 44;
    for (String name : series) {
      svg.mark(mark(name), LEFT + 6, y);
      svg.words("label", LEFT + 20, y + 4, Labels.fitting(name, RIGHT - LEFT - 20));
      y += KEY_ROW;
    }
    return svg.end();
  }

  /** The drawing as a file of its own. */
  public String file() {
    return SvgFile.of(draw());
  }

  private Mark mark(String name) {
    return MARKS.get(series.indexOf(name) % MARKS.size());
  }

  private String description() {
    OptionalDouble error =
        points.stream().mapToDouble(point -> Math.abs(point.predicted() - point.full())).average();
    return "%d predictions of %s. Mean absolute error %s."
        .formatted(points.size(), String.join(", ", series), Numbers.TYPOGRAPHIC.rate(error));
  }

  private static String number(double value) {
    return Numbers.TYPOGRAPHIC.free(value);
  }
}
