package dev.carryover.reports.svg;

import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.Diagnosis.Breakdown;
import dev.carryover.core.report.Diagnosis.Part;
import dev.carryover.reports.figures.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The loss of several cells in its parts, stacked from zero: positive parts to the right, negative
 * ones to the left, so that the two sides together make the total, which has a mark and an interval
 * of its own. Under each bar the intervals of its parts, in the order of the bar.
 */
public final class LossStackPlot {
  private static final double LEFT = 100;
  private static final double RIGHT = Svg.WIDTH - 12;
  private static final double TOP = 30;
  private static final double BAR = 16;
  private static final double BETWEEN = 9;
  private static final double ROW = 76;
  private static final double KEY_CHARACTER = 6.2;
  private static final Numbers NUMBERS = Numbers.TYPOGRAPHIC;

  private final String title;
  private final List<Breakdown> rows;
  private final Scale scale;

  /** Breakdowns whose parts cannot be told are left out. */
  public LossStackPlot(String title, List<Breakdown> breakdowns) {
    this.title = title;
    this.rows = breakdowns.stream().filter(row -> !parts(row).isEmpty()).toList();
    double[] ends = rows.stream().flatMapToDouble(LossStackPlot::ends).toArray();
    double least = Math.min(0, DoubleStream.of(ends).min().orElse(0));
    double greatest = Math.max(.1, DoubleStream.of(ends).max().orElse(0));
    scale = Scale.holding(least, greatest, LEFT, RIGHT);
  }

  /** Whether there is nothing to draw. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** A part that is there, with the look of its box. */
  private record Named(String name, String style, Part part) {}

  /** The parts in the order in which they are stacked. */
  private static List<Named> parts(Breakdown row) {
    List<Named> parts = new ArrayList<>();
    add(parts, Diagnosis.CONSTRUCTION, "part-construction", row.construction());
    add(parts, Diagnosis.RETRIEVAL, "part-retrieval", row.retrieval());
    add(parts, Diagnosis.READING, "part-reading", row.reading());
    return parts;
  }

  private static void add(List<Named> parts, String name, String style, Optional<Part> part) {
    part.ifPresent(loss -> parts.add(new Named(name, style, loss)));
  }

  /** The drawing. */
  public String draw() {
    double bottom = TOP + ROW * rows.size();
    Svg svg = new Svg(bottom + 22, title, description());
    drawKey(svg);
    for (double tick : scale.ticks()) {
      svg.line("grid", scale.at(tick), TOP, scale.at(tick), bottom);
      svg.wordsAround("label-axis", scale.at(tick), bottom + 15, NUMBERS.free(tick));
    }
    double y = TOP + 6;
    for (Breakdown row : rows) {
      drawRow(svg, row, y);
      y += ROW;
    }
    svg.line("axis", LEFT, bottom, RIGHT, bottom);
    svg.line("zero-line", scale.at(0), TOP, scale.at(0), bottom);
    return svg.end();
  }

  private static void drawKey(Svg svg) {
    double x = 4;
    for (String name : List.of(Diagnosis.CONSTRUCTION, Diagnosis.RETRIEVAL, Diagnosis.READING)) {
      box(svg, "part-" + name, x, 4, 18, 12);
      svg.words("label", x + 23, 14, name);
      x += 46 + KEY_CHARACTER * name.length();
    }
    svg.mark(Mark.DIAMOND, x + 6, 10);
    svg.words("label", x + 17, 14, "total");
  }

  private void drawRow(Svg svg, Breakdown row, double y) {
    svg.words("label-strong", 4, y + 13, Labels.fitting(row.treatment(), LEFT - 10));
    double right = 0;
    double left = 0;
    double under = y + BAR + 8;
    for (Named named : parts(row)) {
      double value = named.part().value();
      double from = value >= 0 ? right : left;
      double to = from + value;
      box(
          svg,
          named.style(),
          Math.min(scale.at(from), scale.at(to)),
          y,
          Math.abs(scale.at(to) - scale.at(from)),
          BAR);
      svg.words("label-axis", 10, under + 4, named.name());
      reach(svg, from, named.part(), under);
      svg.line("part-end", scale.at(to), under - 3, scale.at(to), under + 3);
      under += BETWEEN + 4;
      if (value >= 0) {
        right = to;
      } else {
        left = to;
      }
    }
    row.total()
        .ifPresent(
            total -> {
              reach(svg, 0, total, y + BAR / 2);
              svg.mark(Mark.DIAMOND, scale.at(total.value()), y + BAR / 2);
            });
  }

  /** The interval of a part, set to where the part begins. */
  private void reach(Svg svg, double from, Part part, double y) {
    if (part.low().isPresent() && part.high().isPresent()) {
      Whisker.across(
          svg,
          scale.at(from + part.low().getAsDouble()),
          scale.at(from + part.high().getAsDouble()),
          y);
    }
  }

  /** A box that is told from the others by its hatching. */
  private static void box(Svg svg, String style, double x, double y, double width, double height) {
    svg.box(style, x, y, width, height);
    double step = 5;
    if (style.endsWith(Diagnosis.RETRIEVAL)) {
      for (double at = x + step / 2; at < x + width; at += step) {
        svg.line("hatch", at, y, at, y + height);
      }
    }
  }

  private static DoubleStream ends(Breakdown row) {
    double right = 0;
    double left = 0;
    List<Double> ends = new ArrayList<>();
    for (Named named : parts(row)) {
      double from = named.part().value() >= 0 ? right : left;
      ends.add(from + named.part().value());
      named.part().low().ifPresent(low -> ends.add(from + low));
      named.part().high().ifPresent(high -> ends.add(from + high));
      right += Math.max(0, named.part().value());
      left += Math.min(0, named.part().value());
    }
    row.total().ifPresent(total -> total.high().ifPresent(ends::add));
    row.total().ifPresent(total -> total.low().ifPresent(ends::add));
    return ends.stream().mapToDouble(Double::doubleValue);
  }

  private String description() {
    return rows.stream()
        .map(
            row ->
                row.treatment()
                    + ": total "
                    + row.total().map(total -> NUMBERS.signed(total.value())).orElse("")
                    + parts(row).stream()
                        .map(
                            named ->
                                ", "
                                    + named.name()
                                    + " "
                                    + NUMBERS.signed(named.part().value())
                                    + interval(named.part().low(), named.part().high()))
                        .collect(Collectors.joining()))
        .collect(Collectors.joining("; "));
  }

  private static String interval(OptionalDouble low, OptionalDouble high) {
    return low.isPresent() && high.isPresent()
        ? " (" + NUMBERS.signedInterval(low, high) + ")"
        : "";
  }
}
