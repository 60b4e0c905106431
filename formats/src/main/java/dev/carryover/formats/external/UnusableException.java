package dev.carryover.formats.external;

import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.core.spi.ServiceException;

/** What answers is no memory that could be tested, and trying again will not help. */
final class UnusableException extends ServiceException {
  private final Problem problem;

  UnusableException(String what, String remedy) {
    super(what + "; " + remedy);
    this.problem = new Problem(what, remedy);
  }

  Problem problem() {
    return problem;
  }
}
