package dev.carryover.reports.figures;

import dev.carryover.core.stats.Decision;
import java.util.Arrays;
import java.util.Optional;

/** What a verdict or a hypothesis says, as it stands in a report. */
public record DecisionWord(String word) {
  /** The decision; absent for a word that this version does not know. */
  public Optional<Decision> known() {
    return Arrays.stream(Decision.values())
        .filter(decision -> decision.label().equals(word))
        .findFirst();
  }

  /** The decision as a heading; an unknown word as it stands. */
  public String title() {
    return known()
        .map(Decision::label)
        .map(label -> Character.toUpperCase(label.charAt(0)) + label.substring(1).replace('-', ' '))
        .orElse(word);
  }

  /** What the decision means for the rollout, in a few words; empty for an unknown word. */
  public String advice() {
    return known().map(DecisionWord::advice).orElse("");
  }

  private static String advice(Decision decision) {
    return switch (decision) {
      case PRESERVED -> "The upgrade may go ahead.";
      case REGRESSED -> "Do not roll this upgrade out as planned.";
      case INCONCLUSIVE -> "These histories cannot decide it.";
      case NOT_MEASURABLE -> "These figures cannot be trusted with a decision.";
    };
  }
}
