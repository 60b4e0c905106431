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
 * @param deviceMicros the part of it in calls of models whose cache is open, which run on a device
 *     of the user's: prefill, training and writing; likewise
 */
public record RepairPrice(
    long calls,
    Usage usage,
    long embeddedTexts,
    Optional<RewriteReach> reach,
    Optional<String> failure,
    long micros,
    long deviceMicros) {
  public RepairPrice {
    Objects.requireNonNull(usage, "usage");
    Objects.requireNonNull(reach, "reach");
    Objects.requireNonNull(failure, "failure");
    if (calls < 0 || embeddedTexts < 0 || micros < 0 || deviceMicros < 0) {
      throw new IllegalArgumentException(
          "%d calls, %d embedded texts, %d microseconds, %d of them on a device"
              .formatted(calls, embeddedTexts, micros, deviceMicros));
    }
  }

  /** The price of a repair that took no time on a device. */
  public RepairPrice(
      long calls,
      Usage usage,
      long embeddedTexts,
      Optional<RewriteReach> reach,
      Optional<String> failure,
      long micros) {
    this(calls, usage, embeddedTexts, reach, failure, micros, 0);
  }

  /** The price of a repair that rewrote no text, did not fail, and was not timed. */
  public RepairPrice(long calls, Usage usage, long embeddedTexts) {
    this(calls, usage, embeddedTexts, Optional.empty(), Optional.empty(), 0);
  }

  /** The same price, with how much of the store was rewritten. */
  public RepairPrice with(Optional<RewriteReach> newReach) {
    return new RepairPrice(calls, usage, embeddedTexts, newReach, failure, micros, deviceMicros);
  }

  /** The same price of a repair that failed, charged this much. */
  public RepairPrice failed(String why, Usage charged) {
    return new RepairPrice(
        calls, charged, embeddedTexts, reach, Optional.of(why), micros, deviceMicros);
  }

  /** The same price of a repair that took this long. */
  public RepairPrice took(long wallMicros) {
    return new RepairPrice(calls, usage, embeddedTexts, reach, failure, wallMicros, deviceMicros);
  }

  /** The same price of a repair that kept a device busy for so long. */
  public RepairPrice onDevice(long busyMicros) {
    return new RepairPrice(calls, usage, embeddedTexts, reach, failure, micros, busyMicros);
  }
}
