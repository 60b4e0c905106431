package dev.carryover.formats.external;

import java.time.Duration;
import java.util.Optional;

/** The line to a memory broke before the answer came: the request may be sent again. */
final class LostException extends Exception {
  private final Optional<Duration> wait;
  private final boolean unreachable;

  LostException(String message) {
    this(message, Optional.empty(), false);
  }

  /**
   * @param wait how long the memory asks to be left alone, where it does
   */
  LostException(String message, Optional<Duration> wait) {
    this(message, wait, false);
  }

  private LostException(String message, Optional<Duration> wait, boolean unreachable) {
    super(message);
    this.wait = wait;
    this.unreachable = unreachable;
  }

  /** Nothing answers at the memory's address. */
  static LostException unreachable(String message) {
    return new LostException(message, Optional.empty(), true);
  }

  boolean isUnreachable() {
    return unreachable;
  }

  Optional<Duration> retryAfter() {
    return wait;
  }
}
