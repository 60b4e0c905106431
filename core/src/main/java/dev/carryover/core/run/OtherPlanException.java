package dev.carryover.core.run;

/** A run directory that holds another plan than the one that is to run. */
public final class OtherPlanException extends RuntimeException {
  public OtherPlanException(String message) {
    super(message);
  }
}
