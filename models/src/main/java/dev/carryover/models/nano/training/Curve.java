package dev.carryover.models.nano.training;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a training went.
 *
 * @param points in order of tokens
 * @param skipped steps whose gradient was not finite
 */
public record Curve(List<Point> points, int skipped) {
  public Curve {
    points = List.copyOf(points);
  }

  /**
   * A point.
   *
   * @param tokens seen
   * @param level reached, from 1
   * @param loss mean over the answers' tokens since the point before, by family
   * @param accuracy in the small examination, by family; empty where there was none
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Point(
      long tokens, int level, Map<String, Double> loss, Map<String, Double> accuracy) {
    public Point {
      loss = new TreeMap<>(loss);
      accuracy = accuracy == null ? Map.of() : new TreeMap<>(accuracy);
    }
  }

  Curve with(Point point) {
    List<Point> more = new ArrayList<>(points);
    more.add(point);
    return new Curve(more, skipped);
  }

  Curve withSkipped() {
    return new Curve(points, skipped + 1);
  }
}
