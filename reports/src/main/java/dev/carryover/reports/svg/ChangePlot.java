package dev.carryover.reports.svg;

import dev.carryover.reports.figures.Numbers;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What became of a rate, line by line: before as a ring, the rollout as a diamond. */
public final class ChangePlot {
  private static final double LEFT = 112;
  private static final double RIGHT = Svg.WIDTH - 56;
  private static final double TOP = 20;
  private static final double ROW = 24;
  private static final Numbers NUMBERS = Numbers.TYPOGRAPHIC;
  private static final Scale SCALE = Scale.ofRates(LEFT, RIGHT);

  private final String title;
  private final List<Change> changes;

  /** Lines that lack either value are left out. */
  public ChangePlot(String title, List<Change> changes) {
    this.title = title;
    this.changes =
        changes.stream()
            .filter(change -> change.before().isPresent() && change.rollout().isPresent())
            .toList();
  }

  /** One line. */
  public record Change(String name, OptionalDouble before, OptionalDouble rollout) {
    double loss() {
      return before.orElseThrow() - rollout.orElseThrow();
    }
  }

  /** Whether there is nothing to draw. */
  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** The drawing. */
  public String draw() {
    double bottom = TOP + ROW * changes.size();
    Svg svg = new Svg(bottom + 22, title, description());
    svg.wordsEndingAt("label-axis", Svg.WIDTH - 4, TOP - 8, "loss");
    RateAxis.draw(svg, SCALE, TOP, bottom);
    double y = TOP + ROW / 2;
    for (Change change : changes) {
      double before = SCALE.at(change.before().orElseThrow());
      double rollout = SCALE.at(change.rollout().orElseThrow());
      svg.words("label", 4, y + 4, Labels.fitting(change.name(), LEFT - 10));
      svg.line(change.loss() > 0 ? "fall" : "rise", before, y, rollout, y);
      svg.mark(Mark.RING, before, y);
      svg.mark(Mark.DIAMOND, rollout, y);
      svg.wordsEndingAt("label-figure", Svg.WIDTH - 4, y + 4, NUMBERS.signed(change.loss()));
      y += ROW;
    }
    return svg.end();
  }

  private String description() {
    return changes.stream()
        .map(
            change ->
                "%s: before %s, rollout %s"
                    .formatted(
                        change.name(),
                        NUMBERS.rate(change.before()),
                        NUMBERS.rate(change.rollout())))
        .collect(Collectors.joining("; "));
  }
}
