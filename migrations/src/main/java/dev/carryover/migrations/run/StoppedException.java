package dev.carryover.migrations.run;

/** A run that stopped before its end. Everything so far is kept; the same command goes on. */
public final class StoppedException extends RuntimeException {
  StoppedException(String message) {
    super(message);
  }
}
