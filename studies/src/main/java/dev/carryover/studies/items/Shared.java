package dev.carryover.studies.items;

import java.util.Arrays;
import java.util.Optional;

/** What the training of a memory shares with a question that it is evaluated on. */
public enum Shared {
  NOTHING("nothing"),
  /** Training asked for the same fact in other words. */
  FACT("its training asked for this in other words"),
  /** Training asked this very question. */
  WORDING("its training asked this");

  private final String reason;

  Shared(String reason) {
    this.reason = reason;
  }

  /** As a journal states it. */
  public String reason() {
    return reason;
  }

  /** What a journal states. */
  static Optional<Shared> of(String reason) {
    return Arrays.stream(values()).filter(shared -> shared.reason.equals(reason)).findFirst();
  }
}
