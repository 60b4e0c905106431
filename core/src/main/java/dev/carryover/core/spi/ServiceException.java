package dev.carryover.core.spi;

/** A model, a database or another service could not do its part. Never the memory's fault. */
public class ServiceException extends RuntimeException {
  public ServiceException(String message) {
    super(message);
  }

  public ServiceException(String message, Throwable cause) {
    super(message, cause);
  }
}
