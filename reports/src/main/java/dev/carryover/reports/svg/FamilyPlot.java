package dev.carryover.reports.svg;

import dev.carryover.core.report.Figure;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.Panel;
import dev.carryover.reports.figures.Standing;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A metric by probe family as small multiples on one scale: before, what is changed and what is
 * planned, each a mark with its interval.
 */
public final class FamilyPlot {
  private static final int ACROSS = 2;
  private static final double WIDE = Svg.WIDTH / ACROSS;
  private static final double NAME = 66;
  private static final double TITLE = 18;
  private static final double ROW = 17;
  private static final double FOOT = 24;
  private static final Numbers NUMBERS = Numbers.TYPOGRAPHIC;

  private final String metric;
  private final List<String> families;
  private final List<Panel.Row> rows;

  /** Controls and reads of evidence are left out; the table has them. */
  public FamilyPlot(Panel panel, String metric) {
    this.metric = metric;
    this.families = panel.families(metric);
    this.rows =
        panel.rows().stream()
            .filter(row -> row.standing() != Standing.CONTROL)
            .filter(row -> row.treatment().evidence().equals("normal"))
            .filter(row -> row.figure(metric).isPresent())
            .toList();
  }

  /** Whether there is nothing to draw. */
  public boolean isEmpty() {
    return families.isEmpty() || rows.isEmpty();
  }

  /** The drawing. */
  public String draw() {
    double height = TITLE + ROW * rows.size() + FOOT;
    int lines = (families.size() + ACROSS - 1) / ACROSS;
    Svg svg = new Svg(lines * height, metric + " by probe family", description());
    for (int i = 0; i < families.size(); i++) {
      drawOne(svg, families.get(i), i % ACROSS * WIDE, i / ACROSS * height);
    }
    return svg.end();
  }

  private void drawOne(Svg svg, String family, double x, double y) {
    Scale scale = new Scale(0, 1, x + NAME + 6, x + WIDE - 12, .5);
    svg.words("label-strong", x + 4, y + 13, Labels.fitting(family, WIDE - 10));
    double bottom = y + TITLE + ROW * rows.size();
    RateAxis.draw(svg, scale, y + TITLE, bottom);
    double at = y + TITLE + ROW / 2;
    for (Panel.Row row : rows) {
      svg.words("label-axis", x + 4, at + 4, Labels.fitting(row.label(), NAME));
      Optional<Figure> figure = row.figure(metric, family);
      if (figure.isPresent() && figure.get().mean().isPresent()) {
        drawFigure(svg, scale, row.standing(), figure.get(), at);
      }
      at += ROW;
    }
  }

  private static void drawFigure(Svg svg, Scale scale, Standing standing, Figure figure, double y) {
    if (figure.low().isPresent() && figure.high().isPresent()) {
      Whisker.across(
          svg, scale.at(figure.low().getAsDouble()), scale.at(figure.high().getAsDouble()), y);
    }
    svg.mark(Mark.of(standing), scale.at(figure.mean().orElseThrow()), y);
  }

  private String description() {
    return families.stream()
        .map(
            family ->
                family
                    + ": "
                    + rows.stream()
                        .map(row -> row.label() + " " + mean(row, family))
                        .collect(Collectors.joining(", ")))
        .collect(Collectors.joining("; "));
  }

  private String mean(Panel.Row row, String family) {
    return row.figure(metric, family)
        .map(figure -> NUMBERS.rate(figure.mean()))
        .orElse(NUMBERS.absent());
  }
}
