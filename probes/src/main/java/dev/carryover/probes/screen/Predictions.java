package dev.carryover.probes.screen;

import dev.carryover.core.report.ScreenReport.Estimate;
import dev.carryover.core.report.ScreenReport.Row;
import dev.carryover.core.run.RunException;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.probes.screen.CalibrationJson.OtherSchemaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a calibration makes of the scores of a screen, and why it makes nothing of some. */
final class Predictions {
  /** File of the calibration in a screen's run directory. */
  static final String FILE = "calibration.json";

  /** Where no calibration is used. */
  static final String NONE = "none";

  private static final String SHIPPED = "shipped";

  private final String source;
  private final Optional<Calibration> calibration;
  private final ScreenLimits limits;

  private Predictions(String source, Optional<Calibration> calibration, ScreenLimits limits) {
    this.source = source;
    this.calibration = calibration;
    this.limits = limits;
  }

  /** Those of the calibration that a screen's run directory holds a copy of. */
  static Predictions in(Path folder, RunRecord record, ScreenLimits limits) {
    Path file = Screening.calibrationIn(folder);
    String source = record.settings().getOrDefault(ScreenSettings.CALIBRATION, NONE);
    try {
      Calibration calibration = CalibrationJson.read(Files.readString(file), FILE);
      return new Predictions(source, Optional.of(calibration), limits);
    } catch (OtherSchemaException e) {
      limits.note("Ranking only: the calibration cannot be used. " + e.getMessage() + ".");
      return new Predictions(NONE, Optional.empty(), limits);
    } catch (IOException e) {
      throw new RunException(file + " cannot be read; restore it from a copy", e);
    }
  }

  /** Says in every report that uses it that the calibration is not the user's own. */
  void announce() {
    if (source.equals(SHIPPED)) {
      limits.shipped(runs());
    }
  }

  String source() {
    return source;
  }

  List<String> runs() {
    return calibration.map(Calibration::runs).orElse(List.of());
  }

  /** The fit by which scores can be continued; where there is none, the limits say why. */
  Optional<FormatFit> fit(Scores scores) {
    if (calibration.isEmpty()) {
      return Optional.empty();
    }
    Optional<FormatFit> fit = Optional.ofNullable(calibration.get().formats().get(scores.format()));
    Optional<String> obstacle = obstacle(scores, fit);
    obstacle.ifPresent(why -> limits.rankingOnly(scores.format(), why));
    return obstacle.isPresent() ? Optional.empty() : fit;
  }

  private Optional<String> obstacle(Scores scores, Optional<FormatFit> fit) {
    if (fit.isEmpty()) {
      return Optional.of(
          "the calibration is of other formats (%s)"
              .formatted(String.join(", ", calibration.orElseThrow().formats().keySet())));
    }
    if (!fit.get().measure().equals(scores.measure())) {
      return Optional.of(
          "the calibration is of %s, and %s is measured here"
              .formatted(fit.get().measure(), scores.measure()));
    }
    if (fit.get().unusable().isPresent()) {
      return fit.get().unusable();
    }
    if (scores.probes().values().stream().anyMatch(count -> count < TwentyProbes.COUNT)) {
      return Optional.of(
          "a history has fewer than %d probes, for which it is calibrated"
              .formatted(TwentyProbes.COUNT));
    }
    return scores.values().size() < 2
        ? Optional.of("one history only, and a spread needs two")
        : Optional.empty();
  }

  /** The row of a candidate, which is put to the rules where something can be predicted. */
  Row row(Scores scores, int rank, boolean tied, Stops stops) {
    Optional<FormatFit> fit = fit(scores);
    List<HistoryDifference> twenty = scores.perHistory();
    List<HistoryDifference> losses = scores.losses();
    Optional<TEstimate> predicted = fit.flatMap(known -> known.predicted(twenty));
    Optional<TEstimate> loss = fit.flatMap(known -> known.loss(losses));
    if (loss.isPresent()) {
      stops.loss(scores, loss.get());
    } else if (predicted.isPresent() && scores.chance().isPresent()) {
      stops.floor(scores, predicted.get(), scores.chance().getAsDouble());
    }
    return new Row(
        scores.candidate(),
        scores.format(),
        scores.measure(),
        rank,
        tied,
        Estimates.of(twenty),
        predicted.map(estimate -> Estimates.predicted(estimate, twenty.size())),
        loss.<Estimate>map(estimate -> Estimates.predicted(estimate, losses.size())),
        Optional.empty());
  }
}
