package dev.carryover.reports.svg;

import dev.carryover.reports.figures.Numbers;

/** The scale of rates from 0 to 1 under a plot, with a faint grid. */
final class RateAxis {
  private RateAxis() {}

  static void draw(Svg svg, Scale scale, double top, double bottom) {
    for (double tick : scale.ticks()) {
      double x = scale.at(tick);
      svg.line("grid", x, top, x, bottom);
      svg.wordsAround("label-axis", x, bottom + 15, Numbers.TYPOGRAPHIC.free(tick));
    }
    svg.line("axis", scale.from(), bottom, scale.to(), bottom);
  }
}
