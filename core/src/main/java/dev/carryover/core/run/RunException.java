package dev.carryover.core.run;

/** A run directory that cannot be used: names the file, what is wrong, and the remedy. */
public final class RunException extends RuntimeException {
  public RunException(String message) {
    super(message);
  }

  public RunException(String message, Throwable cause) {
    super(message, cause);
  }
}
