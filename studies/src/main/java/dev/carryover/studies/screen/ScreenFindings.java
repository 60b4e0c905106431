package dev.carryover.studies.screen;

import dev.carryover.probes.screen.Calibration;
import dev.carryover.probes.screen.FullRuns;
import dev.carryover.probes.screen.HeldOut;
import dev.carryover.probes.screen.HeldOut.Prediction;
import dev.carryover.probes.screen.HeldOut.Unseen;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.svg.PredictionPlot;
import dev.carryover.studies.report.Findings;
import dev.carryover.studies.report.Plot;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.report.StudyTable.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What full runs say about twenty probes. */
final class ScreenFindings {
  private static final Numbers NUMBERS = Numbers.PLAIN;

  /** Table T5 of the paper (spec 1.10): 576 predictions; its type of rho is not stated. */
  private record Paper(
      Unseen unseen, double mae, double rmse, double bias, double half, double slope) {}

  private static final List<Paper> PAPER =
      List.of(
          new Paper(Unseen.HISTORY, .0945, .1157, .0001, .0095, .849),
          new Paper(Unseen.MODEL_PAIR, .1004, .1217, -.0004, .0099, .847),
          new Paper(Unseen.FORMAT, .1203, .1444, .0310, .0115, .821));

  private static final int PAPER_PREDICTIONS = 576;

  private ScreenFindings() {}

  static Findings of(FullRuns runs) {
    List<HeldOut> held = HeldOut.all(runs);
    boolean any = held.stream().anyMatch(one -> !one.predictions().isEmpty());
    return Findings.ofHistories(
        any
            ? Optional.empty()
            : Optional.of("too few histories, pairs and formats to leave one out of a line"),
        List.of(),
        List.of(assessment(held), lines(runs), points(held.get(0))),
        List.of(plot(held.get(0))),
        limits(runs, held));
  }

  private static StudyTable assessment(List<HeldOut> held) {
    List<List<Entry>> rows = new ArrayList<>();
    for (int i = 0; i < held.size(); i++) {
      HeldOut ours = held.get(i);
      rows.add(
          row(
              ours.unseen().label() + ", ours",
              List.of(
                  ours.mae(),
                  ours.rmse(),
                  ours.bias(),
                  ours.biasHalfWidth(),
                  ours.slope(),
                  ours.rho()),
              ours.predictions().size()));
      Paper paper = PAPER.get(i);
      rows.add(
          row(
              paper.unseen().label() + ", paper",
              List.of(
                  OptionalDouble.of(paper.mae()),
                  OptionalDouble.of(paper.rmse()),
                  OptionalDouble.of(paper.bias()),
                  OptionalDouble.of(paper.half()),
                  OptionalDouble.of(paper.slope()),
                  OptionalDouble.empty()),
              PAPER_PREDICTIONS));
    }
    return new StudyTable(
        "held_out",
        "Held-out predictions of the other probes from the twenty",
        List.of("unseen", "mae", "rmse", "bias", "bias_half_width", "slope", "rho", "predictions"),
        rows);
  }

  private static List<Entry> row(String name, List<OptionalDouble> figures, int predictions) {
    List<Entry> row = new ArrayList<>(List.of(Entry.text(name)));
    figures.forEach(figure -> row.add(new Entry(shown(figure), figure)));
    row.add(Entry.number(predictions, Integer.toString(predictions)));
    return row;
  }

  private static String shown(OptionalDouble figure) {
    return figure.isPresent() ? NUMBERS.free(figure.getAsDouble()) : NUMBERS.absent();
  }

  private static StudyTable lines(FullRuns runs) {
    List<List<Entry>> rows = new ArrayList<>();
    Calibration.of(runs)
        .formats()
        .forEach(
            (format, fit) ->
                rows.add(
                    List.of(
                        Entry.text(format),
                        Entry.text(fit.measure()),
                        number(fit.line().slope()),
                        number(fit.line().intercept()),
                        number(fit.line().residualSd()),
                        number(fit.pairSd()),
                        Entry.number(fit.line().n(), Integer.toString(fit.line().n())))));
    return new StudyTable(
        "lines",
        "The line of each format, over all runs",
        List.of("format", "measure", "slope", "intercept", "residual_sd", "pair_sd", "cells"),
        rows);
  }

  /** The figures under the plot. */
  private static StudyTable points(HeldOut held) {
    List<List<Entry>> rows = new ArrayList<>();
    for (Prediction point : held.predictions()) {
      rows.add(
          List.of(Entry.text(point.format()), number(point.predicted()), number(point.observed())));
    }
    return new StudyTable(
        "predictions",
        "Predicted and full accuracy, each history left out in its turn",
        List.of("format", "predicted", "full"),
        rows);
  }

  private static Entry number(double value) {
    return Entry.number(value, NUMBERS.rate(value));
  }

  private static Plot plot(HeldOut held) {
    return new Plot(
        "predicted-against-full",
        "Predicted against full accuracy, each history left out in its turn",
        new PredictionPlot(
                held.predictions().stream()
                    .map(p -> new PredictionPlot.Point(p.format(), p.predicted(), p.observed()))
                    .toList())
            .file());
  }

  private static List<String> limits(FullRuns runs, List<HeldOut> held) {
    List<String> limits = new ArrayList<>();
    limits.add(
        "The paper's models, histories and choice of probes are others: the tables show whether our screen works about as well on our runs, not whether the paper's figures hold.");
    limits.add(
        "Bias is predicted minus observed: positive is over-prediction. Its half width takes predictions for independent, as the paper's does (it reproduces theirs), and so is too narrow. Slope is of observed on predicted; the paper does not state which. rho is Pearson's; the paper gives one figure, 0.860, and not which kind nor for which row.");
    limits.add(
        "The runs: "
            + String.join("; ", runs.runs())
            + ". Seed of the probes: "
            + runs.seed()
            + ".");
    for (HeldOut one : held) {
      if (one.unpredicted() > 0) {
        limits.add(
            "%d cells are not predicted where the %s is left out: the others fit no line."
                .formatted(one.unpredicted(), one.unseen().label()));
      }
    }
    return limits;
  }
}
