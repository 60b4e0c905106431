package dev.carryover.core.spi;

/**
 * The run cannot go on: a model changed under way, or the next call would cost more than allowed.
 * Everything so far is kept. Unlike a {@link ServiceException} it is not one observation's.
 */
public final class StopException extends RuntimeException {
  public StopException(String message) {
    super(message);
  }
}
