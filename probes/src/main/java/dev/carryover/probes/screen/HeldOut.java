package dev.carryover.probes.screen;

import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.probes.screen.Line.XY;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * How well the others are predicted where something was left out of the fit (spec 1.10): one group
 * at a time, by a line fitted on all the other groups.
 *
 * @param unseen what was left out
 * @param predictions what was predicted and what came, over all groups
 * @param unpredicted cells for which the other groups fit no line
 */
public record HeldOut(Unseen unseen, List<Prediction> predictions, int unpredicted) {
  /** What is left out of the fit. */
  public enum Unseen {
    /** A history, and all of its name in other runs, by the format's line over the others. */
    HISTORY("history"),
    /** A pair of models, by the format's line over the other pairs. */
    MODEL_PAIR("model pair"),
    /** A format, by one line over all the other formats. */
    FORMAT("format");

    private final String label;

    Unseen(String label) {
      this.label = label;
    }

    /** In words. */
    public String label() {
      return label;
    }
  }

  /** One cell. */
  public record Prediction(String format, double predicted, double observed) {
    public Prediction {
      Objects.requireNonNull(format, "format");
    }

    double error() {
      return predicted - observed;
    }
  }

  public HeldOut {
    Objects.requireNonNull(unseen, "unseen");
    predictions = List.copyOf(predictions);
  }

  /** The assessment of full runs, one for each that can be left out, in the paper's order. */
  public static List<HeldOut> all(FullRuns runs) {
    List<FullCell> cells =
        Calibration.byFormat(runs.cells()).values().stream().flatMap(List::stream).toList();
    return List.of(
        of(Unseen.HISTORY, cells, FullCell::historyId, true),
        of(Unseen.MODEL_PAIR, cells, FullCell::pair, true),
        of(Unseen.FORMAT, cells, FullCell::format, false));
  }

  private static HeldOut of(
      Unseen unseen, List<FullCell> cells, Function<FullCell, String> group, boolean byFormat) {
    List<Prediction> predictions = new ArrayList<>();
    int unpredicted = 0;
    List<FullCell> matched = cells.stream().filter(FullCell::matched).toList();
    for (String left : matched.stream().map(group).distinct().toList()) {
      List<FullCell> rest = cells.stream().filter(cell -> !group.apply(cell).equals(left)).toList();
      List<FullCell> out = matched.stream().filter(cell -> group.apply(cell).equals(left)).toList();
      for (String format : out.stream().map(FullCell::format).distinct().toList()) {
        Optional<Line> line =
            Line.through(
                rest.stream()
                    .filter(cell -> !byFormat || cell.format().equals(format))
                    .map(FullCell::point)
                    .toList());
        for (FullCell cell : out) {
          if (cell.format().equals(format)) {
            line.ifPresent(
                known ->
                    predictions.add(
                        new Prediction(format, known.at(cell.twenty()), cell.others())));
            unpredicted += line.isPresent() ? 0 : 1;
          }
        }
      }
    }
    return new HeldOut(unseen, predictions, unpredicted);
  }

  /** Mean absolute error; absent without a prediction. */
  public OptionalDouble mae() {
    return predictions.stream().mapToDouble(p -> Math.abs(p.error())).average();
  }

  /** Root of the mean squared error; absent without a prediction. */
  public OptionalDouble rmse() {
    OptionalDouble squares = predictions.stream().mapToDouble(p -> p.error() * p.error()).average();
    return squares.isPresent()
        ? OptionalDouble.of(Math.sqrt(squares.getAsDouble()))
        : OptionalDouble.empty();
  }

  /** Mean of predicted minus observed: positive is over-prediction; absent without a prediction. */
  public OptionalDouble bias() {
    return predictions.stream().mapToDouble(Prediction::error).average();
  }

  /**
   * Half the 95 % t interval of the bias over predictions, as the paper's: cells of one history are
   * taken for independent, so it is too narrow. Absent for fewer than two.
   */
  public OptionalDouble biasHalfWidth() {
    return TEstimate.of(predictions.stream().mapToDouble(Prediction::error).toArray())
        .map(TEstimate::interval)
        .map(Interval::high)
        .map(high -> OptionalDouble.of(high - bias().orElse(0)))
        .orElse(OptionalDouble.empty());
  }

  /** Of observed on predicted, by least squares; absent where there is no line. */
  public OptionalDouble slope() {
    return Line.through(points())
        .map(line -> OptionalDouble.of(line.slope()))
        .orElse(OptionalDouble.empty());
  }

  /** Pearson's correlation of predicted and observed; absent where one of them does not vary. */
  public OptionalDouble rho() {
    Optional<Line> there = Line.through(points());
    Optional<Line> back =
        Line.through(points().stream().map(point -> new XY(point.y(), point.x())).toList());
    if (there.isEmpty() || back.isEmpty()) {
      return OptionalDouble.empty();
    }
    double product = there.get().slope() * back.get().slope();
    return OptionalDouble.of(Math.copySign(Math.sqrt(product), there.get().slope()));
  }

  private List<XY> points() {
    return predictions.stream().map(p -> new XY(p.predicted(), p.observed())).toList();
  }
}
