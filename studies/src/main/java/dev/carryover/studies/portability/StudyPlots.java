package dev.carryover.studies.portability;

import dev.carryover.core.report.Figure;
import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.studies.portability.PlannedTests.Tested;
import dev.carryover.studies.report.Plot;
import dev.carryover.studies.swap.ForestPlot;
import dev.carryover.studies.swap.ForestPlot.Guide;
import dev.carryover.studies.swap.ForestPlot.Mark;
import dev.carryover.studies.swap.ForestPlot.Row;
import dev.carryover.studies.swap.ForestPlot.Shape;
import dev.carryover.studies.swap.ForestPlot.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The planned tests and the formats' accuracy as drawings; the tables have the same figures. */
final class StudyPlots {
  private StudyPlots() {}

  /** What each test found beside its margin, and the paper's estimate. */
  static Plot tests(List<Tested> tests, int margin) {
    List<Row> rows = new ArrayList<>();
    for (PaperFigures.Test paper : PaperFigures.TESTS) {
      List<Mark> marks = new ArrayList<>();
      tests.stream()
          .map(Tested::contrast)
          .filter(contrast -> contrast.name().equals(paper.name()))
          .filter(contrast -> contrast.value().isPresent())
          .forEach(
              contrast ->
                  marks.add(
                      new Mark(
                          Shape.FILLED,
                          contrast.value().getAsDouble(),
                          contrast.estimate().map(TEstimate::interval))));
      String label = marks.isEmpty() ? paper.name() + " (no value here)" : paper.name();
      marks.add(new Mark(Shape.CROSS, paper.points(), Optional.empty()));
      rows.add(new Row(label, marks));
    }
    String title = "Points lost, by planned test";
    Words words =
        new Words(
            title,
            "Estimates with 95 % intervals and the margin; the figures are in the table of planned tests.",
            "dot: here, with its 95 % interval; cross: the paper, of other models",
            0);
    return new Plot(
        "planned-tests",
        title,
        ForestPlot.draw(
            words, rows, List.of(new Guide(0, ""), new Guide(margin, "margin " + margin))));
  }

  /** What each format scores under each reader. */
  static Plot accuracy(List<AccuracyTables.Row> formats) {
    List<Row> rows = new ArrayList<>();
    for (AccuracyTables.Row format : formats) {
      List<Mark> marks = new ArrayList<>();
      mark(Shape.FILLED, format.own()).ifPresent(marks::add);
      mark(Shape.HOLLOW, format.inherited()).ifPresent(marks::add);
      rows.add(new Row(format.format() + ", " + format.reader(), marks));
    }
    String title = "Accuracy by format and reader";
    Words words =
        new Words(
            title,
            "Accuracies with 95 % intervals; the figures are in the table of T3.",
            "filled: its own store; hollow: the inherited one; with 95 % intervals",
            2);
    return new Plot("accuracy", title, ForestPlot.draw(words, rows, List.of()));
  }

  private static Optional<Mark> mark(Shape shape, Optional<Figure> figure) {
    return figure
        .filter(f -> f.mean().isPresent())
        .map(f -> new Mark(shape, f.mean().getAsDouble(), interval(f)));
  }

  private static Optional<Interval> interval(Figure figure) {
    return figure.low().isPresent() && figure.high().isPresent()
        ? Optional.of(new Interval(figure.low().getAsDouble(), figure.high().getAsDouble()))
        : Optional.empty();
  }
}
