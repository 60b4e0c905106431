package dev.carryover.reports.figures;

import dev.carryover.core.report.RunReport.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a metric moves as more of a store is embedded anew: inherited is 0 %, own is 100 %.
 *
 * @param points by share, each with a mean
 * @param references treatments that no share describes, each with a mean
 */
public record MixedLine(List<Point> points, List<Reference> references) {
  public MixedLine {
    points = List.copyOf(points);
    references = List.copyOf(references);
  }

  /**
   * One treatment on the line.
   *
   * @param percent of the store that is embedded anew
   */
  public record Point(String label, Standing standing, int percent, Figure figure) {}

  /** A level to compare the line with. */
  public record Reference(String label, Figure figure) {}

  /** The line of a panel; nothing where no mixed store with a mean lies on it. */
  public static Optional<MixedLine> of(Panel panel, String metric) {
    List<Point> points = new ArrayList<>();
    List<Reference> references = new ArrayList<>();
    boolean mixed = false;
    for (Panel.Row row : panel.rows()) {
      Optional<Figure> figure = row.figure(metric).filter(value -> value.mean().isPresent());
      if (figure.isEmpty() || !row.treatment().evidence().equals("normal")) {
        continue;
      }
      OptionalInt percent = percent(row.treatment().treatment());
      if (percent.isPresent()) {
        points.add(new Point(row.label(), row.standing(), percent.getAsInt(), figure.get()));
        mixed |= row.treatment().treatment().startsWith("mixed-");
      } else if (List.of("before", "ideal-router").contains(row.treatment().treatment())) {
        references.add(new Reference(row.label(), figure.get()));
      }
    }
    return mixed && points.size() > 1
        ? Optional.of(new MixedLine(points, references))
        : Optional.empty();
  }

  private static OptionalInt percent(String treatment) {
    return switch (treatment) {
      case "inherited" -> OptionalInt.of(0);
      case "own" -> OptionalInt.of(100);
      default ->
          treatment.startsWith("mixed-")
              ? TreatmentOrder.percentage(treatment)
              : OptionalInt.empty();
    };
  }
}
