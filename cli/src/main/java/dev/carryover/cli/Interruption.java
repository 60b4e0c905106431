package dev.carryover.cli;

import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicBoolean;

/** Turns Ctrl-C and a polite kill into exit code 5, with a word on how to go on. */
final class Interruption {
  private static final AtomicBoolean FINISHED = new AtomicBoolean();

  private Interruption() {}

  static void expect(PrintWriter err) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  if (!FINISHED.get()) {
                    err.println();
                    err.println("Stopped. Everything so far is kept; the same command goes on.");
                    err.flush();
                    Runtime.getRuntime().halt(ExitCodes.STOPPED);
                  }
                }));
  }

  static void finished() {
    FINISHED.set(true);
  }
}
