package dev.carryover.reports.figures;

import java.util.Arrays;

/** What a verdict or a hypothesis may say, as far as this version knows the words. */
public enum Decision {
  PRESERVED("preserved", "Preserved"),
  REGRESSED("regressed", "Regressed"),
  INCONCLUSIVE("inconclusive", "Inconclusive"),
  NOT_MEASURABLE("not-measurable", "Not measurable"),
  /** A word that this version does not know. */
  OTHER("", "");

  private final String name;
  private final String title;

  Decision(String name, String title) {
    this.name = name;
    this.title = title;
  }

  /** The decision that a report names; {@link #OTHER} for an unknown one. */
  public static Decision of(String name) {
    return Arrays.stream(values())
        .filter(decision -> decision.name.equals(name))
        .findFirst()
        .orElse(OTHER);
  }

  /** The decision as a heading; an unknown word as it stands in the report. */
  public static String title(String name) {
    Decision decision = of(name);
    return decision == OTHER ? name : decision.title;
  }

  /** What the decision means for the rollout, in a few words. */
  public String advice() {
    return switch (this) {
      case PRESERVED -> "The upgrade may go ahead.";
      case REGRESSED -> "Do not roll this upgrade out as planned.";
      case INCONCLUSIVE -> "These histories cannot decide it.";
      case NOT_MEASURABLE -> "These figures cannot be trusted with a decision.";
      case OTHER -> "";
    };
  }
}
