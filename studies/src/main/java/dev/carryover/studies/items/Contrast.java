package dev.carryover.studies.items;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * What changed from one arm to another, item by item.
 *
 * @param name what it asks
 * @param from the arm before
 * @param to the arm after
 * @param pairing the items in both
 * @param holm the exact McNemar p, adjusted over all contrasts of the study
 * @param standing what may be said about it
 * @param detectable where no difference is shown: the smallest net change, in items, that would
 *     have been, with 80 % power; absent where none would, or where a difference is shown
 */
public record Contrast(
    String name,
    String from,
    String to,
    Pairing pairing,
    double holm,
    Standing standing,
    OptionalInt detectable) {
  public Contrast {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(pairing, "pairing");
    Objects.requireNonNull(standing, "standing");
    Objects.requireNonNull(detectable, "detectable");
  }

  /** What may be said about a contrast. */
  public enum Standing {
    /** The arms differ: p under 0.05 after Holm's correction. */
    SHOWN("shown"),
    /** No difference is shown, which is no proof of none: see what would have been seen. */
    NOT_SHOWN("not shown"),
    /** Neither arm is measurably better than no memory, so their contrast says nothing. */
    VOID("void");

    private final String label;

    Standing(String label) {
      this.label = label;
    }

    /** The word in reports. */
    public String label() {
      return label;
    }
  }

  /** Net change as a share of the items. */
  public double difference() {
    return (double) pairing.net() / pairing.items();
  }
}
