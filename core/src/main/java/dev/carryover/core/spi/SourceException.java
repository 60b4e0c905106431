package dev.carryover.core.spi;

/** A file or a folder that cannot be read as what it should be: names the place and the cause. */
public final class SourceException extends RuntimeException {
  public SourceException(String message) {
    super(message);
  }

  public SourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
