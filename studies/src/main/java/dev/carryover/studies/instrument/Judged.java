package dev.carryover.studies.instrument;

import dev.carryover.core.stats.GateHypothesis;
import dev.carryover.core.stats.HypothesisResult;
import dev.carryover.core.stats.NonInferiorityGate;
import dev.carryover.core.stats.PowerAnalysis;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The plans of one size that were drawn from one condition.
 *
 * @param population the condition's histories
 * @param size histories of a plan
 * @param rates how the plans were judged
 */
record Judged(Condition condition, Population population, int size, Rates rates) {
  /** A true loss this near to the margin lies at it. */
  private static final double AT_MARGIN = 1e-9;

  static Judged of(
      Measured measured,
      int size,
      int plans,
      long seed,
      Function<List<GateHypothesis>, List<HypothesisResult>> gate) {
    return new Judged(
        measured.condition(),
        measured.population(),
        size,
        Rates.draw(measured.population(), size, plans, measured.condition().name(), seed, gate));
  }

  /**
   * How often such plans should be called preserved by the noncentral t distribution, were losses
   * normal; absent where the truth lies over the margin, and where all losses are equal.
   */
  OptionalDouble expectedPreserved() {
    return expected(InstrumentStudy.MARGIN - population.truth());
  }

  /** The same for regressed; absent where the truth lies under the margin. */
  OptionalDouble expectedRegressed() {
    return expected(population.truth() - InstrumentStudy.MARGIN);
  }

  private OptionalDouble expected(double effect) {
    double deviation = population.deviation();
    return effect < -AT_MARGIN || deviation == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            PowerAnalysis.power(
                size, deviation, Math.max(0, effect), NonInferiorityGate.DEFAULT_ALPHA));
  }
}
