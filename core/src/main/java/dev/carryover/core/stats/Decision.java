package dev.carryover.core.stats;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What the gate says about an upgrade, or about one hypothesis. */
public enum Decision {
  /** The loss is shown to be under the margin. */
  PRESERVED("preserved"),
  /** The loss is shown to be over the margin. */
  REGRESSED("regressed"),
  /** Neither is shown. */
  INCONCLUSIVE("inconclusive"),
  /**
   * The measurement can't carry a decision: one history, a failed control, a worthless reference.
   */
  NOT_MEASURABLE("not-measurable");

  private final String label;

  Decision(String label) {
    this.label = label;
  }

  /** The stable name in reports, lower-case with hyphens. */
  public String label() {
    return label;
  }

  /**
   * The decision with that stable name.
   *
   * @throws IllegalArgumentException for an unknown name, listing the known ones
   */
  public static Decision labelled(String label) {
    return Arrays.stream(values())
        .filter(decision -> decision.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown decision '"
                        + label
                        + "': one of "
                        + Arrays.stream(values())
                            .map(Decision::label)
                            .collect(Collectors.joining(", "))));
  }
}
