package dev.carryover.migrations.analysis;

import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.stats.NonInferiorityGate;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Says in words what a plan tests, and how, so that it can be locked beside the plan. */
public final class Tests {
  private Tests() {}

  /** Hypotheses, directions, threshold, tests, correction, unit and exclusions, by these keys. */
  public static SortedMap<String, String> of(Plan plan) {
    SortedMap<String, String> words = new TreeMap<>();
    words.put("hypotheses", String.join("; ", hypotheses(plan)));
    words.put("directions", "old-to-new decides; new-to-old is reported, and never averaged in");
    words.put(
        "threshold",
        "a loss of the rollout '%s' of %s".formatted(plan.rule().rollout(), plan.rule().margin()));
    words.put(
        "tests",
        String.format(
            Locale.ROOT,
            "one-sided t tests of each history's mean loss against the threshold, at %s; preserved with %d histories or more",
            NonInferiorityGate.DEFAULT_ALPHA,
            NonInferiorityGate.FEWEST_FOR_PRESERVED));
    words.put(
        "correction",
        "preserved: none, every hypothesis must be shown; regressed: Holm over the hypotheses");
    words.put("unit", "history; probes are averaged within it");
    words.put(
        "exclusions",
        "a probe that either side of a comparison could not be scored on; a family that the old side, given nothing and given the evidence itself, shows to span too little; no verdict with more than %d failed observations, or where a control fails"
            .formatted(plan.rule().maxFailed()));
    words.putAll(PlannedContrasts.inWords(plan));
    return words;
  }

  private static List<String> hypotheses(Plan plan) {
    List<String> hypotheses = new ArrayList<>();
    for (PlannedFormat format : plan.formats()) {
      Optional<PlannedTreatment> rollout =
          treatment(plan, format, Treatments.ofRollout(plan.rule().rollout()));
      for (String name : plan.rule().references()) {
        Optional<PlannedTreatment> reference = treatment(plan, format, name);
        if (format.measure().isPresent()
            && rollout.isPresent()
            && reference.isPresent()
            && !reference.get().cell().equals(rollout.get().cell())) {
          hypotheses.add(
              "%s: %s, by %s"
                  .formatted(Judge.claimName(name), format.name(), format.measure().get()));
        }
      }
    }
    return hypotheses.isEmpty() ? List.of("none") : hypotheses;
  }

  private static Optional<PlannedTreatment> treatment(
      Plan plan, PlannedFormat format, String name) {
    return plan.treatment(format.name(), Plan.OLD_TO_NEW, name);
  }
}
