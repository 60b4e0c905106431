package dev.carryover.migrations.analysis;

import dev.carryover.core.stats.TEstimate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A contrast that was planned beforehand, by history, and its one-sided test of "it is not over the
 * threshold" (spec 1.7).
 *
 * <p>A history without a value leaves the whole contrast without one: a mean over the others would
 * flatter.
 *
 * @param name such as H1
 * @param format what it is about
 * @param points by history, in the plan's order; empty where a history has no value
 */
public record PlannedContrast(String name, String format, Map<String, OptionalDouble> points) {
  /** Points that a contrast must be over, in the paper. */
  public static final double THRESHOLD = 5;

  /** The level of the planned tests, one-sided and corrected. */
  public static final double ALPHA = 0.05;

  /** How a test came out. */
  public enum Decision {
    /** Over the threshold, by the estimate and by the corrected p. */
    SUPPORTED("supported"),
    /** Not shown to be over the threshold. */
    NOT_SUPPORTED("not-supported"),
    /** There is nothing that could be tested. */
    NOT_MEASURABLE("not-measurable");

    private final String label;

    Decision(String label) {
      this.label = label;
    }

    /** The word in reports. */
    public String label() {
      return label;
    }
  }

  public PlannedContrast {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(format, "format");
    points = Collections.unmodifiableMap(new LinkedHashMap<>(points));
  }

  /** The values of the histories that have one. */
  public double[] values() {
    return points.values().stream().flatMapToDouble(OptionalDouble::stream).toArray();
  }

  /** How many histories have no value. */
  public int missing() {
    return points.size() - values().length;
  }

  /** The mean over all histories; empty where one has no value, and where there are none. */
  public OptionalDouble value() {
    return missing() == 0 ? Spread.mean(values()) : OptionalDouble.empty();
  }

  /** The same with its spread; empty also for a single history, and where all are equal. */
  public Optional<TEstimate> estimate() {
    return missing() == 0 ? TEstimate.of(values()) : Optional.empty();
  }

  /**
   * The p that goes into the correction over all planned tests: 1 where there is nothing to test.
   */
  public double pAbove(double threshold) {
    return estimate().map(estimate -> estimate.pAbove(threshold)).orElse(1.0);
  }

  /**
   * The decision. Without a spread over histories, only what is not over the threshold can be
   * decided.
   *
   * @param holm the p after Holm's correction
   */
  public Decision decision(double threshold, double holm) {
    OptionalDouble value = value();
    if (value.isEmpty() || (estimate().isEmpty() && value.getAsDouble() > threshold)) {
      return Decision.NOT_MEASURABLE;
    }
    return value.getAsDouble() > threshold && holm < ALPHA
        ? Decision.SUPPORTED
        : Decision.NOT_SUPPORTED;
  }
}
