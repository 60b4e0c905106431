package dev.carryover.reports.svg;

import dev.carryover.reports.figures.Numbers;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What became of a rate, line by line: the reference as a ring, the rollout as a diamond. */
public final class ChangePlot {
  private static final double LEFT = 112;
  private static final double RIGHT = Svg.WIDTH - 56;
  private static final double TOP = 20;
  private static final double ROW = 24;
  private static final Numbers NUMBERS = Numbers.TYPOGRAPHIC;
  private static final Scale SCALE = Scale.ofRates(LEFT, RIGHT);

  private final String title;
  private final String reference;
  private final List<Change> changes;

  /**
   * Lines that lack either value are left out.
   *
   * @param reference name of what the rollout is compared with
   */
  public ChangePlot(String title, String reference, List<Change> changes) {
    this.title = title;
    this.reference = reference;
    this.changes =
        changes.stream()
            .filter(change -> change.reference().isPresent() && change.rollout().isPresent())
            .toList();
  }

  /** One line. */
  public record Change(String name, OptionalDouble reference, OptionalDouble rollout) {
    double loss() {
      return reference.orElseThrow() - rollout.orElseThrow();
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
      double from = SCALE.at(change.reference().orElseThrow());
      double rollout = SCALE.at(change.rollout().orElseThrow());
      svg.words("label", 4, y + 4, Labels.fitting(change.name(), LEFT - 10));
      svg.line(change.loss() > 0 ? "fall" : "rise", from, y, rollout, y);
      svg.mark(Mark.RING, from, y);
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
                "%s: %s %s, rollout %s"
                    .formatted(
                        change.name(),
                        reference,
                        NUMBERS.rate(change.reference()),
                        NUMBERS.rate(change.rollout())))
        .collect(Collectors.joining("; "));
  }
}
