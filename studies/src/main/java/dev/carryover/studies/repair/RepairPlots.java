package dev.carryover.studies.repair;

import dev.carryover.core.stats.TEstimate;
import dev.carryover.studies.repair.Grid.Rungs;
import dev.carryover.studies.report.Plot;
import dev.carryover.studies.swap.ForestPlot;
import dev.carryover.studies.swap.ForestPlot.Mark;
import dev.carryover.studies.swap.ForestPlot.Row;
import dev.carryover.studies.swap.ForestPlot.Shape;
import dev.carryover.studies.swap.ForestPlot.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What repaired stores score, a drawing for each direction; the tables have the same figures. */
final class RepairPlots {
  private RepairPlots() {}

  /** A row for each method and rung. */
  static Plot of(Map<Method, Grid> grids, String direction) {
    List<Row> rows = new ArrayList<>();
    grids.forEach(
        (method, grid) -> {
          for (Rungs rung : grid.rungs(method, direction)) {
            List<Mark> marks = new ArrayList<>();
            mark(Shape.FILLED, rung.accuracy().values()).ifPresent(marks::add);
            mark(Shape.HOLLOW, grid.own(method, direction).values()).ifPresent(marks::add);
            rows.add(new Row("%s, %d %%".formatted(method.label(), rung.percent()), marks));
          }
        });
    String title = "Accuracy of repaired stores, " + direction;
    Words words =
        new Words(
            title,
            "Accuracies with 95 % intervals; the figures are in the table of repaired stores.",
            "filled: repaired; hollow: the fresh store; with 95 % intervals",
            2);
    return new Plot("repaired-" + direction, title, ForestPlot.draw(words, rows, List.of()));
  }

  private static Optional<Mark> mark(Shape shape, Collection<Double> perHistory) {
    double[] values = perHistory.stream().mapToDouble(Double::doubleValue).toArray();
    return values.length == 0
        ? Optional.empty()
        : Optional.of(
            new Mark(
                shape,
                perHistory.stream().mapToDouble(Double::doubleValue).average().orElseThrow(),
                TEstimate.of(values).map(TEstimate::interval)));
  }
}
