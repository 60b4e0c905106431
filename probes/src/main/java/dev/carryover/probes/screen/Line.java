package dev.carryover.probes.screen;

import java.util.List;
import java.util.Optional;

/**
 * A straight line fitted by least squares.
 *
 * @param intercept at 0
 * @param slope of the line
 * @param residualSd standard deviation around the line, on n − 2 degrees of freedom
 * @param n points, at least 3
 * @param meanX mean of where the points lie
 * @param spreadX sum of squares around that mean, above 0
 */
public record Line(
    double intercept, double slope, double residualSd, int n, double meanX, double spreadX) {
  /** A point to fit. */
  public record XY(double x, double y) {}

  public Line {
    boolean finite = Double.isFinite(intercept) && Double.isFinite(slope) && Double.isFinite(meanX);
    if (!finite || n < 3 || !(spreadX > 0) || !(residualSd >= 0 && Double.isFinite(residualSd))) {
      throw new IllegalArgumentException(
          "no line: intercept %s, slope %s, residual sd %s, n %d, mean %s, spread %s"
              .formatted(intercept, slope, residualSd, n, meanX, spreadX));
    }
  }

  /** The line through points; absent for fewer than three, and where all lie at one place. */
  static Optional<Line> through(List<XY> points) {
    int n = points.size();
    double meanX = points.stream().mapToDouble(XY::x).average().orElse(0);
    double meanY = points.stream().mapToDouble(XY::y).average().orElse(0);
    double xx = 0;
    double xy = 0;
    for (XY point : points) {
      xx += (point.x() - meanX) * (point.x() - meanX);
      xy += (point.x() - meanX) * (point.y() - meanY);
    }
    if (n < 3 || points.stream().allMatch(point -> point.x() == points.get(0).x())) {
      return Optional.empty();
    }
    double slope = xy / xx;
    return Optional.of(
        new Line(meanY - slope * meanX, slope, 0, n, meanX, xx).withResiduals(points));
  }

  /** The same line, with what lies around it taken from these points, at least 3. */
  Line withResiduals(List<XY> points) {
    double squares = 0;
    for (XY point : points) {
      double residual = point.y() - at(point.x());
      squares += residual * residual;
    }
    return new Line(intercept, slope, Math.sqrt(squares / (points.size() - 2)), n, meanX, spreadX);
  }

  /** Its height at a place. */
  double at(double x) {
    return intercept + slope * x;
  }

  /** Variance of its height at a place, from the fit alone. */
  double varianceAt(double x) {
    double away = x - meanX;
    return residualSd * residualSd * (1.0 / n + away * away / spreadX);
  }
}
