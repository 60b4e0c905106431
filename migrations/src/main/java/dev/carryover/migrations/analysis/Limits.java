package dev.carryover.migrations.analysis;

import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.stats.Decision;
import dev.carryover.core.stats.NonInferiorityGate;
import dev.carryover.core.stats.PowerAnalysis;
import dev.carryover.core.stats.UndetectedShare;
import dev.carryover.migrations.analysis.Judge.Claim;
import dev.carryover.migrations.analysis.Judge.Judgement;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says in sentences what the figures of a run cannot show. */
final class Limits {
  private static final double MISS = 0.2;

  private final RunRecord record;
  private final Judgement judgement;
  private final List<String> found;

  /**
   * @param found sentences about what the run turned out to be
   */
  Limits(RunRecord record, Judgement judgement, List<String> found) {
    this.record = record;
    this.judgement = judgement;
    this.found = List.copyOf(found);
  }

  List<String> sentences() {
    List<String> limits = new ArrayList<>();
    Plan plan = record.plan();
    int histories = judgement.claims().stream().mapToInt(c -> c.losses().size()).max().orElse(0);
    if (histories >= 2) {
      limits.add(
          ("A mean over %d histories can hide a few that are badly hit: even if none of these lost"
                  + " more than the margin, up to %s of all histories could.")
              .formatted(histories, percent(UndetectedShare.upperBound(histories))));
      limits.add(power(histories, plan.rule().margin()));
      if (judgement.decision() == Decision.INCONCLUSIVE) {
        limits.add(
            "Adding histories until the verdict turns is a second look: it raises the chance of passing a"
                + " real loss from 2.5 % to about 5 %. Two looks that are planned use half the level each.");
      }
    }
    for (PlannedFormat format : plan.formats()) {
      limits.addAll(ofFormat(format));
    }
    limits.addAll(found);
    if (record.settings().getOrDefault("combined", "false").equals("true")) {
      limits.add(
          "Model and embedder may change together in this run, so a loss cannot be told apart.");
    }
    limits.add(
        "These histories stand for yours only as far as they resemble them; families are"
            + " descriptive and decide nothing.");
    if (record.looks().size() > 1) {
      limits.add(
          "A verdict on this run was reached "
              + record.looks().size()
              + " times; every extra look raises the chance of passing a real loss.");
    }
    limits.addAll(record.notes());
    return limits;
  }

  private String power(int histories, double margin) {
    if (histories < NonInferiorityGate.FEWEST_FOR_PRESERVED) {
      return "With fewer than %d histories nothing is called preserved."
          .formatted(NonInferiorityGate.FEWEST_FOR_PRESERVED);
    }
    double power = 1 - MISS / judgement.claims().size();
    double perUnit =
        PowerAnalysis.detectableEffect(histories, 1, NonInferiorityGate.DEFAULT_ALPHA, power);
    return ("With %d histories a lossless upgrade is shown to be preserved with 80 %% power only if"
            + " the losses of histories spread with a standard deviation of at most %s.")
        .formatted(histories, String.format(Locale.ROOT, "%.4f", margin / perUnit));
  }

  private List<String> ofFormat(PlannedFormat format) {
    List<String> limits = new ArrayList<>();
    boolean tested = judgement.claims().stream().map(Claim::format).anyMatch(f -> f.equals(format));
    if (format.histories().isPresent()) {
      limits.add(
          "%s is run on %d of %d histories: its figures describe and decide nothing."
              .formatted(
                  format.name(), format.histories().getAsInt(), record.plan().histories().size()));
    } else if (format.measure().isEmpty()) {
      limits.add(
          "%s is not judged: under half of the answers are codes, and %s."
              .formatted(
                  format.name(),
                  format.rankedItems().isPresent()
                      ? "no probe names its evidence"
                      : "its reads are not ranked"));
    } else if (isOfFreeText(format.measure().get())) {
      limits.add(
          ("%s is judged on answers in free text (%s): it counts shared words after SQuAD's"
                  + " normalisation, which is made for English, and shared words are no shared"
                  + " meaning.")
              .formatted(format.name(), format.measure().get()));
    } else if (!format.measure().get().equals(Metric.accuracy().name())) {
      limits.add(
          ("%s is judged on retrieval alone (%s): under half of the answers are codes that exact"
                  + " match can mark, so whether a reader would still answer rightly does not count.")
              .formatted(format.name(), format.measure().get()));
    }
    if (format.measure().isPresent() && !tested && isRolledOut(format)) {
      limits.add(
          "%s does not depend on what changes: rollout and reference are the same cells, and it is left out of the count."
              .formatted(format.name()));
    }
    return limits;
  }

  /** A baseline run measures the old side alone. */
  private boolean isRolledOut(PlannedFormat format) {
    Plan plan = record.plan();
    return plan.treatment(
            format.name(), Plan.OLD_TO_NEW, Treatments.ofRollout(plan.rule().rollout()))
        .isPresent();
  }

  private static boolean isOfFreeText(String measure) {
    return measure.equals(Metric.tokenF1().name()) || measure.equals(Metric.exactMatch().name());
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
