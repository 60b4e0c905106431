package dev.carryover.core.stats;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * How many histories a margin needs, planned from the spread of a few calibration histories that
 * are not evaluated (spec 1.8): power 0.80 for a one-sided t test of "the loss is not under the
 * margin" when nothing is lost. Losses, standard deviation and margin share a unit.
 *
 * @param calibration how many histories it rests on, at least 2
 * @param standardDeviation of their losses, above 0
 * @param margin that is to be shown, above 0
 * @param atFivePercent histories needed at a one-sided level of 0.05, as the paper states it;
 *     absent where {@value PowerAnalysis#MOST_HISTORIES} are not enough
 * @param atTwoAndAHalf the same at 0.025, which is the gate's level and the one that reproduces the
 *     paper's 48 (design/statistics.md)
 */
public record CalibratedPower(
    int calibration,
    double standardDeviation,
    double margin,
    OptionalInt atFivePercent,
    OptionalInt atTwoAndAHalf) {
  private static final double POWER = 0.80;

  public CalibratedPower {
    Checks.atLeast("calibration", 2, calibration);
    Checks.positive("standardDeviation", standardDeviation);
    Checks.positive("margin", margin);
  }

  /**
   * The plan from one loss per calibration history.
   *
   * @return absent for fewer than two losses, and where all are equal: no spread to plan with
   * @throws IllegalArgumentException if a loss is not finite or the margin is not above 0
   */
  public static Optional<CalibratedPower> of(double margin, double... losses) {
    Checks.positive("margin", margin);
    return TEstimate.of(losses)
        .map(
            estimate ->
                ofSpread(
                    margin, estimate.standardError() * Math.sqrt(losses.length), losses.length));
  }

  /** The plan for a standard deviation that is known from this many histories. */
  public static CalibratedPower ofSpread(double margin, double standardDeviation, int calibration) {
    return new CalibratedPower(
        calibration,
        standardDeviation,
        margin,
        PowerAnalysis.requiredHistories(standardDeviation, margin, 0.05, POWER),
        PowerAnalysis.requiredHistories(standardDeviation, margin, 0.025, POWER));
  }
}
