package dev.carryover.studies.portability;

import dev.carryover.core.Plan;
import dev.carryover.core.Seeds;
import dev.carryover.core.stats.BootstrapDistribution;
import dev.carryover.core.stats.Contrast;
import dev.carryover.core.stats.Equivalence;
import dev.carryover.core.stats.HistoryBootstrap;
import dev.carryover.core.stats.HistoryStatistic;
import dev.carryover.core.stats.Holm;
import dev.carryover.core.stats.Interval;
import dev.carryover.migrations.analysis.PlannedContrast;
import dev.carryover.migrations.analysis.PlannedContrast.Decision;
import dev.carryover.migrations.plan.Treatments;
import dev.carryover.studies.swap.Formats;
import dev.carryover.studies.swap.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The four planned tests (spec 1.7), one-sided against a margin in points, corrected together by
 * Holm. A test that is not measurable takes part with a p of 1, which can only make the others
 * harder to support.
 */
final class PlannedTests {
  private final Trial modelSwap;
  private final double margin;
  private final long seed;

  /**
   * @param margin in points
   * @param seed of the study
   */
  PlannedTests(Trial modelSwap, double margin, long seed) {
    this.modelSwap = modelSwap;
    this.margin = margin;
    this.seed = seed;
  }

  /**
   * A planned test and what follows it.
   *
   * @param holm its p, corrected over four
   * @param bootstrap planned beside the t test; absent where there is nothing to resample
   * @param equivalence p of "within the margin on either side", which nobody planned
   */
  record Tested(
      PlannedContrast contrast,
      double holm,
      Decision decision,
      Optional<BootstrapDistribution> bootstrap,
      OptionalDouble equivalence) {}

  /**
   * All four, in the paper's order.
   *
   * @throws IllegalArgumentException if the bootstrap does not come to the estimates
   */
  List<Tested> of(PlannedContrast h2, PlannedContrast h7a) {
    List<PlannedContrast> contrasts =
        List.of(
            modelSwap.planned("H1").orElseThrow(), h2, modelSwap.planned("H4a").orElseThrow(), h7a);
    double[] holm =
        Holm.adjust(contrasts.stream().mapToDouble(test -> test.pAbove(margin)).toArray());
    List<Tested> tested = new ArrayList<>();
    for (int i = 0; i < contrasts.size(); i++) {
      PlannedContrast contrast = contrasts.get(i);
      tested.add(
          new Tested(
              contrast,
              holm[i],
              contrast.decision(margin, holm[i]),
              bootstrap(contrast),
              equivalence(contrast)));
    }
    return tested;
  }

  /** From the figures of each history as the run's report has them, not from the test's own. */
  private Optional<BootstrapDistribution> bootstrap(PlannedContrast contrast) {
    if (contrast.estimate().isEmpty()) {
      return Optional.empty();
    }
    double[] values =
        switch (contrast.name()) {
          case "H1" -> losses(Formats.NOTES);
          case "H4a" -> minus(losses(Formats.NOTES), losses(Formats.CLAIMS));
          default -> contrast.values();
        };
    return Optional.of(
        HistoryBootstrap.resample(
                values.length,
                List.of(
                    new Contrast(
                        contrast.name(),
                        contrast.value().orElseThrow(),
                        HistoryStatistic.mean(values))),
                Seeds.derive(seed, "portability", "bootstrap"))
            .get(0));
  }

  private double[] losses(String format) {
    double[] there = ratios(format, Plan.OLD_TO_NEW);
    double[] back = ratios(format, Plan.NEW_TO_OLD);
    double[] losses = new double[there.length];
    for (int i = 0; i < losses.length; i++) {
      losses[i] = 100 * (1 - there[i] + 1 - back[i]) / 2;
    }
    return losses;
  }

  private double[] ratios(String format, String direction) {
    Map<String, Double> ratios =
        modelSwap.perHistory(
            format, direction, Treatments.INHERITED, "rpas(" + Formats.ACCURACY + ")");
    return ratios.values().stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double[] minus(double[] first, double[] second) {
    double[] difference = new double[first.length];
    for (int i = 0; i < difference.length; i++) {
      difference[i] = first[i] - second[i];
    }
    return difference;
  }

  private OptionalDouble equivalence(PlannedContrast contrast) {
    return contrast
        .estimate()
        .map(estimate -> Equivalence.of(estimate, new Interval(-margin, margin)).p())
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }
}
