package dev.carryover.reports.figures;

import dev.carryover.core.report.Figure;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.Treatment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a metric moves as more of a store is embedded anew while one embedder asks the questions. The
 * new embedder asks the inherited store at 0 % and its own at 100 %. The old one asks what was
 * before at 0 %, and at 100 % the store that the way back inherits, where that was measured.
 *
 * @param points by share, each with a mean
 * @param references treatments that no share describes, each with a mean
 */
public record MixedLine(List<Point> points, List<Reference> references) {
  private static final List<String> LEVELS = List.of("before", "own", "ideal-router");

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
  public static Optional<MixedLine> of(RunReport report, Panel panel, String metric) {
    List<Panel.Row> measured =
        panel.rows().stream().filter(row -> isMeasured(row.treatment(), metric)).toList();
    Optional<String> asking =
        measured.stream()
            .map(Panel.Row::treatment)
            .filter(MixedLine::isMixed)
            .map(Treatment::queryEmbedder)
            .findFirst();
    return asking
        .map(embedder -> points(report, panel, measured, embedder, metric))
        .filter(points -> points.size() > 1)
        .map(points -> new MixedLine(points, references(measured, points, metric)));
  }

  private static List<Point> points(
      RunReport report, Panel panel, List<Panel.Row> measured, String asking, String metric) {
    List<Panel.Row> asked =
        measured.stream().filter(row -> row.treatment().queryEmbedder().equals(asking)).toList();
    List<Point> points = new ArrayList<>();
    row(asked, "inherited")
        .or(() -> row(asked, "before"))
        .ifPresent(row -> points.add(point(row, 0, metric)));
    for (Panel.Row row : asked) {
      if (isMixed(row.treatment())) {
        int percent = TreatmentOrder.percentage(row.treatment().treatment()).orElseThrow();
        points.add(point(row, percent, metric));
      }
    }
    row(asked, "own")
        .map(row -> point(row, 100, metric))
        .or(() -> wayBack(report, panel, asking, metric))
        .ifPresent(points::add);
    return points;
  }

  /** The store that is embedded anew throughout, asked by the embedder from before the swap. */
  private static Optional<Point> wayBack(
      RunReport report, Panel panel, String asking, String metric) {
    return report.treatments().stream()
        .filter(treatment -> treatment.format().equals(panel.format()))
        .filter(treatment -> !treatment.direction().equals(panel.direction()))
        .filter(treatment -> treatment.treatment().equals("inherited"))
        .filter(treatment -> treatment.queryEmbedder().equals(asking))
        .filter(treatment -> isMeasured(treatment, metric))
        .findFirst()
        .map(
            treatment ->
                new Point(
                    treatment.treatment() + ", " + treatment.direction(),
                    Standing.BESIDE,
                    100,
                    figure(treatment, metric)));
  }

  private static List<Reference> references(
      List<Panel.Row> measured, List<Point> points, String metric) {
    List<String> onTheLine = points.stream().map(Point::label).toList();
    return measured.stream()
        .filter(row -> LEVELS.contains(row.treatment().treatment()))
        .filter(row -> !onTheLine.contains(row.label()))
        .map(row -> new Reference(row.label(), figure(row.treatment(), metric)))
        .toList();
  }

  private static Optional<Panel.Row> row(List<Panel.Row> rows, String treatment) {
    return rows.stream().filter(row -> row.treatment().treatment().equals(treatment)).findFirst();
  }

  private static Point point(Panel.Row row, int percent, String metric) {
    return new Point(row.label(), row.standing(), percent, figure(row.treatment(), metric));
  }

  private static boolean isMeasured(Treatment treatment, String metric) {
    return treatment.evidence().equals("normal")
        && Optional.ofNullable(treatment.metrics().get(metric))
            .filter(figure -> figure.mean().isPresent())
            .isPresent();
  }

  private static boolean isMixed(Treatment treatment) {
    return treatment.treatment().startsWith("mixed-")
        && TreatmentOrder.percentage(treatment.treatment()).isPresent();
  }

  private static Figure figure(Treatment treatment, String metric) {
    return Objects.requireNonNull(treatment.metrics().get(metric));
  }
}
