package dev.carryover.formats.external;

import java.time.Duration;
import java.util.Optional;

/** The line to a memory broke before the answer came: the request may be sent again. */
final class LostException extends Exception {
  private final Optional<Duration> wait;

  LostException(String message) {
    this(message, Optional.empty());
  }

  /**
   * @param wait how long the memory asks to be left alone, where it does
   */
  LostException(String message, Optional<Duration> wait) {
    super(message);
    this.wait = wait;
  }

  Optional<Duration> retryAfter() {
    return wait;
  }
}
