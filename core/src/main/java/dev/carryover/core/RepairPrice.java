package dev.carryover.core;

import java.util.Objects;

/**
 * What the repair of one store took.
 *
 * @param calls of models that wrote, read or trained for it
 * @param usage of these calls
 * @param embeddedTexts texts that it had embedded
 */
public record RepairPrice(long calls, Usage usage, long embeddedTexts) {
  public RepairPrice {
    Objects.requireNonNull(usage, "usage");
    if (calls < 0 || embeddedTexts < 0) {
      throw new IllegalArgumentException(calls + " calls, " + embeddedTexts + " embedded texts");
    }
  }
}
