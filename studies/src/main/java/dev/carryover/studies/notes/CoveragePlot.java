package dev.carryover.studies.notes;

import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.reports.figures.SafeText;
import dev.carryover.studies.report.Plot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Coverage over the bytes that the notes take, a line for each writer; lines differ by dashes and
 * by the letter at their end, so that they read in grey. The table beside it has the figures.
 */
final class CoveragePlot {
  private static final double LEFT = 50;
  private static final double RIGHT = 560;
  private static final double TOP = 20;
  private static final double BOTTOM = 300;
  private static final int LEGEND = 345;
  private static final int LINE = 18;
  private static final int STEPS = 5;

  /** Between the intervals of writers whose notes take the same bytes. */
  private static final double APART = 5;

  private static final List<Double> ROUND = List.of(1.0, 2.0, 2.5, 5.0, 10.0);
  private static final List<String> DASHES = List.of("none", "8 4", "2 4", "10 3 2 3");

  /** KiB from one mark of the axis to the next, of which there are {@link #STEPS}. */
  private final double step;

  private final StringBuilder svg = new StringBuilder();

  private CoveragePlot(double mostKib) {
    double least = Math.max(mostKib, 0.5) / STEPS;
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    this.step =
        ROUND.stream()
            .map(round -> round * power)
            .filter(s -> s >= least)
            .findFirst()
            .orElseThrow();
  }

  /** The plot of a sweep. */
  static Plot of(List<Coverage> points) {
    String title = "Evidence coverage over the bytes of the notes";
    double most = points.stream().mapToDouble(Coverage::used).max().orElse(1) / 1024;
    return new Plot("coverage", title, new CoveragePlot(most).draw(points, title));
  }

  private String draw(List<Coverage> points, String title) {
    List<String> writers = points.stream().map(p -> p.point().writer()).distinct().toList();
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 600 %d\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">",
        LEGEND + LINE * writers.size());
    add("<title>%s</title>", title);
    add(
        "<desc>Coverage from 0 to 1 upwards, KiB of notes to the right. The figures are in the table of the report.</desc>");
    add("<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>");
    axes();
    for (int i = 0; i < writers.size(); i++) {
      String writer = writers.get(i);
      writer(i, writer, points.stream().filter(p -> p.point().writer().equals(writer)).toList());
    }
    return svg.append("</svg>\n").toString();
  }

  private void axes() {
    for (int i = 0; i <= STEPS; i++) {
      double share = (double) i / STEPS;
      double kib = i * step;
      add(
          "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"#ccc\"/>",
          LEFT, y(share), RIGHT, y(share));
      add("<text x=\"%s\" y=\"%s\" text-anchor=\"end\">%.1f</text>", LEFT - 6, y(share) + 4, share);
      add("<text x=\"%s\" y=\"%s\" text-anchor=\"middle\">%.1f</text>", x(kib), BOTTOM + 16, kib);
    }
    add(
        "<text x=\"%s\" y=\"%s\" text-anchor=\"middle\">KiB of notes</text>",
        (LEFT + RIGHT) / 2, BOTTOM + 32);
  }

  private void writer(int number, String name, List<Coverage> points) {
    List<String> places = new ArrayList<>();
    String letter = Character.toString('A' + number % 26);
    String dashes = DASHES.get(number % DASHES.size());
    for (Coverage point : points) {
      if (point.mean().isPresent()) {
        double x = x(point.used() / 1024) + number * APART;
        double y = y(point.mean().getAsDouble());
        places.add(String.format(Locale.ROOT, "%.1f,%.1f", x, y));
        whisker(x, point.estimate().map(TEstimate::interval));
        add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>", x, y);
      }
    }
    if (!places.isEmpty()) {
      add(
          "<polyline fill=\"none\" stroke=\"#222\" stroke-width=\"1.5\" stroke-dasharray=\"%s\" points=\"%s\"/>",
          dashes, String.join(" ", places));
      String[] last = places.get(places.size() - 1).split(",");
      add(
          "<text x=\"%s\" y=\"%s\" dx=\"8\" dy=\"4\" font-weight=\"bold\">%s</text>",
          last[0], last[1], letter);
    }
    int y = LEGEND + LINE * number;
    add(
        "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"#222\" stroke-width=\"1.5\" stroke-dasharray=\"%s\"/>",
        LEFT, y, LEFT + 40, y, dashes);
    add("<text x=\"%s\" y=\"%s\">%s: %s</text>", LEFT + 50, y + 4, letter, escaped(name));
  }

  private void whisker(double x, Optional<Interval> interval) {
    interval.ifPresent(
        i ->
            add(
                "<line x1=\"%1$.1f\" y1=\"%2$.1f\" x2=\"%1$.1f\" y2=\"%3$.1f\" stroke=\"#888\"/>",
                x, y(i.low()), y(i.high())));
  }

  private double x(double kib) {
    return LEFT + kib / (STEPS * step) * (RIGHT - LEFT - 30);
  }

  private static double y(double share) {
    return BOTTOM - Math.max(0, Math.min(1, share)) * (BOTTOM - TOP);
  }

  private void add(String element, Object... values) {
    svg.append(String.format(Locale.ROOT, element, values)).append('\n');
  }

  private static String escaped(String name) {
    return SafeText.forLine(name).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
