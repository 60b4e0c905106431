package dev.carryover.studies.report;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * A rule of a study, applied.
 *
 * @param name what it is about
 * @param decision yes, no, or not measurable
 * @param margin by how many items the rule is met, negative where it is missed; absent where the
 *     rule counts no items, or cannot be applied
 * @param reason the figures in a sentence
 */
public record Verdict(String name, Decision decision, OptionalDouble margin, String reason) {
  public Verdict {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(margin, "margin");
    Objects.requireNonNull(reason, "reason");
  }

  /** How a rule came out. */
  public enum Decision {
    YES("yes"),
    NO("no"),
    NOT_MEASURABLE("not measurable");

    private final String label;

    Decision(String label) {
      this.label = label;
    }

    /** The word in reports. */
    public String label() {
      return label;
    }
  }
}
