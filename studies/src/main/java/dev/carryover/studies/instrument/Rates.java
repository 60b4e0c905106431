package dev.carryover.studies.instrument;

import dev.carryover.core.Seeds;
import dev.carryover.core.stats.Decision;
import dev.carryover.core.stats.GateHypothesis;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.core.stats.HypothesisResult;
import dev.carryover.core.stats.HypothesisTest;
import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.NonInferiorityGate;
import dev.carryover.core.stats.Wilson;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * How plans of one size were judged.
 *
 * @param plans how many were drawn
 * @param preserved how many of them were called so
 * @param regressed how many of them were called so
 * @param covered of how many the 95 % interval held the truth
 */
record Rates(int plans, int preserved, int regressed, int covered) {
  static final Rates NONE = new Rates(0, 0, 0, 0);

  /**
   * Draws plans from a population with replacement, and has each judged.
   *
   * @param size histories of a plan
   * @param name of the condition, for the seed
   */
  static Rates draw(
      Population population,
      int size,
      int plans,
      String name,
      long seed,
      Function<List<GateHypothesis>, List<HypothesisResult>> gate) {
    SplittableRandom random =
        new SplittableRandom(Seeds.derive(seed, "plans", name, Integer.toString(size)));
    double truth = population.truth();
    int preserved = 0;
    int regressed = 0;
    int covered = 0;
    for (int i = 0; i < plans; i++) {
      List<HypothesisResult> results =
          gate.apply(
              List.of(
                  new GateHypothesis(
                      name, sample(population, size, random), InstrumentStudy.MARGIN)));
      Decision decision = NonInferiorityGate.overall(results);
      preserved += decision == Decision.PRESERVED ? 1 : 0;
      regressed += decision == Decision.REGRESSED ? 1 : 0;
      covered += holds(results.get(0), truth) ? 1 : 0;
    }
    return new Rates(plans, preserved, regressed, covered);
  }

  /** A history that is drawn twice counts as two. */
  static List<HistoryDifference> sample(Population population, int size, SplittableRandom random) {
    List<HistoryDifference> sample = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      HistoryDifference drawn = population.losses().get(random.nextInt(population.losses().size()));
      sample.add(
          new HistoryDifference(
              drawn.history() + "#" + i, drawn.mean(), drawn.samplingVariance(), drawn.probes()));
    }
    return sample;
  }

  private static boolean holds(HypothesisResult result, double truth) {
    return result
        .test()
        .map(HypothesisTest::interval)
        .filter(interval -> interval.low() <= truth && truth <= interval.high())
        .isPresent();
  }

  /** Both together. */
  Rates plus(Rates other) {
    return new Rates(
        plans + other.plans,
        preserved + other.preserved,
        regressed + other.regressed,
        covered + other.covered);
  }

  /** How many were called neither. */
  int undecided() {
    return plans - preserved - regressed;
  }

  /** Wilson's 95 % interval of a count of these plans. */
  Interval interval(int count) {
    return Wilson.interval(count, plans).orElseThrow();
  }
}
