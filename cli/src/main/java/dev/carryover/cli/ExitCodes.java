package dev.carryover.cli;

/** What the command tells by its exit code, beside 0, 1 and 3, which are a command's own. */
final class ExitCodes {
  /** Usage or configuration, with the line and the remedy. */
  static final int USAGE = 2;

  /** Pre-flight found something. */
  static final int PREFLIGHT = 4;

  /** Stopped before the end; everything so far is kept. */
  static final int STOPPED = 5;

  /** The same for people. */
  static final String ELSEWHERE =
      "2 usage or configuration, 4 pre-flight found something, 5 stopped before the end: everything"
          + " so far is kept, the same command goes on.";

  private ExitCodes() {}
}
