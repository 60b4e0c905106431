package dev.carryover.models.service;

import java.time.Duration;
import java.util.Optional;

/**
 * One attempt at a service failed. It has no cause, since LangChain4j unwraps exceptions to their
 * root; the message names it.
 */
final class AttemptFailure extends RuntimeException {
  private final Kind kind;
  private final transient Optional<Duration> retryAfter;

  AttemptFailure(Kind kind, String message) {
    this(kind, message, Optional.empty());
  }

  AttemptFailure(Kind kind, String message, Optional<Duration> retryAfter) {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }

  Kind kind() {
    return kind;
  }

  /** How long the service asks to wait. */
  Optional<Duration> retryAfter() {
    return retryAfter;
  }

  /** What went wrong, and so whether another attempt may help. */
  enum Kind {
    /** The service is asked too much of: 429, 503. */
    SLOW_DOWN(true),
    /** The service broke: another 5xx, or 408. */
    BROKEN(true),
    /** No answer came, or only a part. */
    NETWORK(true),
    /** An answer came that is none: a page, an empty body, half a body. */
    GARBLED(true),
    /** A filter withheld the answer. */
    FILTERED(false),
    /** The service wants a key, or another one. */
    UNAUTHORIZED(false),
    /** The service does not know what was asked for. */
    MISSING(false),
    /** The service refused for another reason, or the wait it asks for is too long. */
    REFUSED(false);

    private final boolean passing;

    Kind(boolean passing) {
      this.passing = passing;
    }

    /** Whether it may pass. */
    boolean passing() {
      return passing;
    }
  }
}
