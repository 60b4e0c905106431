package dev.carryover.core;

import java.util.Objects;
import java.util.Optional;

/**
 * What the repair of one store took.
 *
 * @param calls of models that wrote, read or trained for it
 * @param usage of these calls
 * @param embeddedTexts texts that it had embedded
 * @param reach how much of the store it changed, where it rewrote the store's own texts
 */
public record RepairPrice(
    long calls, Usage usage, long embeddedTexts, Optional<RewriteReach> reach) {
  public RepairPrice {
    Objects.requireNonNull(usage, "usage");
    Objects.requireNonNull(reach, "reach");
    if (calls < 0 || embeddedTexts < 0) {
      throw new IllegalArgumentException(calls + " calls, " + embeddedTexts + " embedded texts");
    }
  }

  /** The price of a repair that rewrote no text. */
  public RepairPrice(long calls, Usage usage, long embeddedTexts) {
    this(calls, usage, embeddedTexts, Optional.empty());
  }

  /** The same price, with how much of the store was rewritten. */
  public RepairPrice with(Optional<RewriteReach> newReach) {
    return new RepairPrice(calls, usage, embeddedTexts, newReach);
  }
}
