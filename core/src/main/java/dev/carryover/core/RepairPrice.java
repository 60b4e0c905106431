package dev.carryover.core;

import java.util.Objects;
import java.util.Optional;

/**
 * What the repair of one store took.
 *
 * @param calls of models that wrote, read or trained for it
 * @param usage of these calls; where an output limit ended it, the whole reserve of output
 * @param embeddedTexts texts that it had embedded
 * @param reach how much of the store it changed, where it rewrote the store's own texts
 * @param failure why it counts as failed though a store came of it, such as an output limit (spec
 *     1.12); empty where it did not fail
 * @param micros wall time in microseconds; no figure of a report but those in {@code run} and those
 *     priced by the hour depends on it
 */
public record RepairPrice(
    long calls,
    Usage usage,
    long embeddedTexts,
    Optional<RewriteReach> reach,
    Optional<String> failure,
    long micros) {
  public RepairPrice {
    Objects.requireNonNull(usage, "usage");
    Objects.requireNonNull(reach, "reach");
    Objects.requireNonNull(failure, "failure");
    if (calls < 0 || embeddedTexts < 0 || micros < 0) {
      throw new IllegalArgumentException(
          "%d calls, %d embedded texts, %d microseconds".formatted(calls, embeddedTexts, micros));
    }
  }

  /** The price of a repair that rewrote no text, did not fail, and was not timed. */
  public RepairPrice(long calls, Usage usage, long embeddedTexts) {
    this(calls, usage, embeddedTexts, Optional.empty(), Optional.empty(), 0);
  }

  /** The same price, with how much of the store was rewritten. */
  public RepairPrice with(Optional<RewriteReach> newReach) {
    return new RepairPrice(calls, usage, embeddedTexts, newReach, failure, micros);
  }

  /** The same price of a repair that failed, charged this much. */
  public RepairPrice failed(String why, Usage charged) {
    return new RepairPrice(calls, charged, embeddedTexts, reach, Optional.of(why), micros);
  }

  /** The same price of a repair that took this long. */
  public RepairPrice took(long wallMicros) {
    return new RepairPrice(calls, usage, embeddedTexts, reach, failure, wallMicros);
  }
}
