package dev.carryover.studies.instrument;

import dev.carryover.studies.instrument.Condition.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How plans are judged, a bar for each true loss and size: preserved, undecided, regressed. The
 * three differ in their shade and are labelled, so that grey is enough.
 */
final class DecisionPlot {
  private static final int LEFT = 190;
  private static final int WIDTH = 420;
  private static final int ROW = 26;
  private static final int TOP = 34;
  private static final double ROOM_FOR_LABEL = .08;

  private final List<Bar> bars = new ArrayList<>();

  private record Bar(String name, Rates rates) {}

  DecisionPlot(Levels levels) {
    for (Kind kind : List.of(Kind.ZERO, Kind.MARGIN, Kind.BEYOND)) {
      for (int size : levels.sizes()) {
        bars.add(
            new Bar(
                String.format(Locale.ROOT, "loses %.2f, %d histories", kind.loss(), size),
                levels.rates(kind, size)));
      }
    }
  }

  /** A whole SVG document. */
  String draw() {
    StringBuilder svg = new StringBuilder();
    int height = TOP + ROW * bars.size() + 10;
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
        <title>How plans are judged, by their true loss and size</title>
        <desc>%s</desc>
        <rect width="100%%" height="100%%" fill="#fff"/>
        <text x="%d" y="20">preserved (light), undecided (white), regressed (dark), per cent of the plans; the margin is %.2f</text>
        """
            .formatted(LEFT + WIDTH + 20, height, description(), 8, InstrumentStudy.MARGIN));
    int y = TOP;
    for (Bar bar : bars) {
      svg.append(text(8, y + 16, "start", "#000", bar.name()));
      draw(svg, bar.rates(), y);
      y += ROW;
    }
    return svg.append("</svg>\n").toString();
  }

  private static void draw(StringBuilder svg, Rates rates, int y) {
    double x = LEFT;
    x = part(svg, x, y, rates.preserved(), rates, "#cfe0f0", "#000");
    x = part(svg, x, y, rates.undecided(), rates, "#fff", "#000");
    part(svg, x, y, rates.regressed(), rates, "#333", "#fff");
  }

  private static double part(
      StringBuilder svg, double x, int y, int count, Rates rates, String fill, String ink) {
    double share = (double) count / rates.plans();
    double width = WIDTH * share;
    if (count > 0) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\" stroke=\"#333\"/>\n",
              x,
              y,
              width,
              ROW - 6,
              fill));
    }
    if (share >= ROOM_FOR_LABEL) {
      svg.append(
          text(
              x + width / 2,
              y + 15,
              "middle",
              ink,
              String.format(Locale.ROOT, "%.1f", 100 * share)));
    }
    return x + width;
  }

  private static String text(double x, int y, String anchor, String ink, String words) {
    return String.format(
        Locale.ROOT,
        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n",
        x,
        y,
        anchor,
        ink,
        words);
  }

  private String description() {
    List<String> parts = new ArrayList<>();
    for (Bar bar : bars) {
      Rates rates = bar.rates();
      parts.add(
          String.format(
              Locale.ROOT,
              "%s: %.1f preserved, %.1f undecided, %.1f regressed",
              bar.name(),
              100.0 * rates.preserved() / rates.plans(),
              100.0 * rates.undecided() / rates.plans(),
              100.0 * rates.regressed() / rates.plans()));
    }
    return String.join("; ", parts);
  }
}
