package dev.carryover.probes.screen;

import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.core.stats.TEstimate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How the others follow from the twenty in one format: a line, and how far whole pairs of models
 * lie from it.
 *
 * @param measure name of the metric
 * @param line fitted over histories and pairs
 * @param histories that it was fitted on
 * @param pairs of models that it was fitted on
 * @param pairSd standard deviation of pairs around the line beyond what their histories explain:
 *     the error of a new pair that no number of histories takes away
 */
public record FormatFit(String measure, Line line, int histories, int pairs, double pairSd) {
  /** With fewer histories, or one pair, nothing is predicted. */
  static final int FEWEST_HISTORIES = 5;

  static final int FEWEST_PAIRS = 2;

  public FormatFit {
    Objects.requireNonNull(measure, "measure");
    Objects.requireNonNull(line, "line");
    if (histories < 1 || pairs < 1 || !(pairSd >= 0 && Double.isFinite(pairSd))) {
      throw new IllegalArgumentException(
          "no fit: %d histories, %d pairs, pair sd %s".formatted(histories, pairs, pairSd));
    }
  }

  /**
   * The fit over cells of one format and measure: the line over all, what lies around it over the
   * matched ones. Absent where they fit no line.
   */
  static Optional<FormatFit> of(List<FullCell> all) {
    List<FullCell> matched = all.stream().filter(FullCell::matched).toList();
    if (matched.size() < 3) {
      return Optional.empty();
    }
    return Line.through(all.stream().map(FullCell::point).toList())
        .map(line -> line.withResiduals(matched.stream().map(FullCell::point).toList()))
        .map(
            line ->
                new FormatFit(
                    all.get(0).measure(),
                    line,
                    (int) matched.stream().map(FullCell::history).distinct().count(),
                    (int) matched.stream().map(FullCell::pair).distinct().count(),
                    pairSd(line, matched)));
  }

  private static double pairSd(Line line, List<FullCell> cells) {
    Map<String, List<Double>> residuals = new TreeMap<>();
    for (FullCell cell : cells) {
      residuals
          .computeIfAbsent(cell.pair(), pair -> new ArrayList<>())
          .add(cell.others() - line.at(cell.twenty()));
    }
    double[] means = residuals.values().stream().mapToDouble(FormatFit::mean).toArray();
    double noise =
        residuals.values().stream()
            .mapToDouble(some -> line.residualSd() * line.residualSd() / some.size())
            .average()
            .orElse(0);
    return TEstimate.of(means)
        .map(spread -> spread.standardError() * spread.standardError() * means.length)
        .map(variance -> Math.sqrt(Math.max(0, variance - noise)))
        .orElse(0.0);
  }

  private static double mean(Collection<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  /** Why nothing can be predicted from it; empty where something can. */
  public Optional<String> unusable() {
    if (histories < FEWEST_HISTORIES || pairs < FEWEST_PAIRS) {
      return Optional.of(
          "the calibration rests on %d histories and %d pairs of models, and needs %d and %d"
              .formatted(histories, pairs, FEWEST_HISTORIES, FEWEST_PAIRS));
    }
    return Optional.empty();
  }

  /**
   * The mean of the others over histories like these.
   *
   * @param twenty mean on the twenty, of each history
   * @return absent for fewer than two histories
   */
  Optional<TEstimate> predicted(List<HistoryDifference> twenty) {
    return TEstimate.floored(twenty)
        .map(seen -> estimate(seen, line.at(seen.mean()), line.varianceAt(seen.mean()), 1));
  }

  /**
   * The mean loss on the others over histories like these.
   *
   * @param differences old side minus candidate on the twenty, of each history
   * @return absent for fewer than two histories
   */
  Optional<TEstimate> loss(List<HistoryDifference> differences) {
    return TEstimate.floored(differences)
        .map(
            seen -> {
              double mean = line.slope() * seen.mean();
              double ofSlope =
                  line.varianceAt(line.meanX() + seen.mean()) - line.varianceAt(line.meanX());
              return estimate(seen, mean, ofSlope, 2);
            });
  }

  /**
   * The standard error joins what histories spread, what the fit does not know, and what a pair of
   * models lies off the line; degrees of freedom are Satterthwaite's (1946).
   *
   * @param sides that are predicted, each with an error of its own
   */
  private TEstimate estimate(TEstimate seen, double mean, double ofFit, int sides) {
    double slope = line.slope();
    double ofHistories =
        slope * slope * seen.standardError() * seen.standardError()
            + sides * line.residualSd() * line.residualSd() / seen.n();
    double ofPairs = sides * pairSd * pairSd;
    double total = ofHistories + ofFit + ofPairs;
    double spread =
        ofHistories * ofHistories / (seen.n() - 1)
            + ofFit * ofFit / (line.n() - 2)
            + ofPairs * ofPairs / Math.max(1, pairs - 1);
    int freedom = Math.max(1, (int) Math.floor(total * total / spread + 1e-9));
    return new TEstimate(freedom + 1, mean, Math.sqrt(total));
  }
}
