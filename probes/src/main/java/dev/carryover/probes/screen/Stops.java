package dev.carryover.probes.screen;

import dev.carryover.core.metrics.Portability;
import dev.carryover.core.stats.Holm;
import dev.carryover.core.stats.NonInferiorityGate;
import dev.carryover.core.stats.TEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The rules by which a candidate is stopped, each one-sided at 0.025 with Holm over all that it is
 * put to. With the old side's answers: the predicted loss is over the margin. Without: the
 * predicted accuracy is under 0.20 over chance; or another candidate is better by more than the
 * margin, where every ordered pair counts, so that picking the best one is paid for.
 */
final class Stops {
  private final double margin;
  private final List<Doubt> ofLoss = new ArrayList<>();
  private final List<Doubt> ofFloor = new ArrayList<>();
  private final List<Doubt> ofOthers = new ArrayList<>();

  private record Doubt(String candidate, double p, String reason) {}

  Stops(double margin) {
    this.margin = margin;
  }

  /** Puts a candidate's predicted loss against the margin. */
  void loss(Scores scores, TEstimate loss) {
    ofLoss.add(
        new Doubt(
            scores.candidate(),
            loss.pAbove(margin),
            "%s: the predicted loss of %s is shown to be over the margin of %s"
                .formatted(scores.format(), number(loss.mean()), number(margin))));
  }

  /** Puts a candidate's predicted accuracy against what guessing would score. */
  void floor(Scores scores, TEstimate predicted, double chance) {
    double worth = chance + Portability.RANGE_OVER_CHANCE;
    ofFloor.add(
        new Doubt(
            scores.candidate(),
            predicted.pBelow(worth),
            "%s: the predicted %s of %s is shown to be under %s, which is 0.20 over chance"
                .formatted(
                    scores.format(), scores.measure(), number(predicted.mean()), number(worth))));
  }

  /** Puts a candidate against another one. */
  void against(Scores scores, Scores other) {
    TEstimate.floored(other.over(scores))
        .ifPresent(
            lead ->
                ofOthers.add(
                    new Doubt(
                        scores.candidate(),
                        lead.pAbove(margin),
                        "%s: '%s' is shown to be better on the same probes by more than the margin of %s (%s)"
                            .formatted(
                                scores.format(),
                                other.candidate(),
                                number(margin),
                                number(lead.mean())))));
  }

  /** Why a candidate is stopped; empty where it is not. */
  List<String> reasons(String candidate) {
    List<String> reasons = new ArrayList<>();
    for (List<Doubt> rule : List.of(ofLoss, ofFloor, ofOthers)) {
      double[] holm = Holm.adjust(rule.stream().mapToDouble(Doubt::p).toArray());
      for (int i = 0; i < holm.length; i++) {
        if (rule.get(i).candidate().equals(candidate)
            && holm[i] < NonInferiorityGate.DEFAULT_ALPHA) {
          reasons.add(rule.get(i).reason());
        }
      }
    }
    return reasons;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
