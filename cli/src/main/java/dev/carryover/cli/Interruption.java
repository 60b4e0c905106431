package dev.carryover.cli;

import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Turns Ctrl-C and a polite kill into exit code 5, with a word on how to go on; into 0 where a
 * command is ended in no other way.
 */
final class Interruption {
  private static final AtomicBoolean FINISHED = new AtomicBoolean();
  private static final AtomicReference<@Nullable Runnable> ENDING = new AtomicReference<>();

  private Interruption() {}

  static void expect(PrintWriter err) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  Runnable ending = ENDING.get();
                  if (ending != null) {
                    ending.run();
                    Runtime.getRuntime().halt(0);
                  }
                  if (!FINISHED.get()) {
                    err.println();
                    err.println("Stopped. Everything so far is kept; the same command goes on.");
                    err.flush();
                    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
                    Runtime.getRuntime().halt(ExitCodes.STOPPED);
                  }
                }));
  }

  /** From now on an interruption is how the command ends, after this. */
  static void endsBy(Runnable ending) {
    ENDING.set(ending);
  }

  static void finished() {
    ENDING.set(null);
    FINISHED.set(true);
  }
}
