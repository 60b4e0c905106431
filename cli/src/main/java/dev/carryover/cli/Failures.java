package dev.carryover.cli;

import dev.carryover.core.run.OtherPlanException;
import dev.carryover.core.run.RunException;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.SourceException;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.run.PreflightException;
import dev.carryover.migrations.run.StoppedException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Says what went wrong and picks the exit code. A stack trace is printed only when asked for. */
final class Failures implements IExecutionExceptionHandler {
  /** Set in the environment to see where an error came from. */
  private static final String TRACE = "CARRYOVER_TRACE";

  @Override
  public int handleExecutionException(
      Exception exception, CommandLine commandLine, ParseResult parsed) {
    PrintWriter err = commandLine.getErr();
    if (System.getenv(TRACE) != null) {
      exception.printStackTrace(err);
    }
    if (exception instanceof PreflightException preflight) {
      err.println("Pre-flight found " + count(preflight.problems().size()) + ":");
      for (Problem problem : preflight.problems()) {
        err.println("  - " + problem.what());
        err.println("    " + problem.remedy());
      }
      return ExitCodes.PREFLIGHT;
    }
    int code = code(exception);
    err.println("error: " + message(exception));
    if (code == ExitCodes.STOPPED) {
      err.println("Everything so far is kept; the same command goes on.");
    }
    return code;
  }

  private static int code(Exception exception) {
    if (exception instanceof ConfigException
        || exception instanceof SettingException
        || exception instanceof SourceException
        || exception instanceof OtherPlanException
        || exception instanceof IncompatibleStoreException
        || exception instanceof RunException
        || exception instanceof CommandLine.ParameterException) {
      return ExitCodes.USAGE;
    }
    return ExitCodes.STOPPED;
  }

  private static String message(Exception exception) {
    boolean expected =
        code(exception) == ExitCodes.USAGE
            || exception instanceof StoppedException
            || exception instanceof ServiceException
            || exception instanceof UncheckedIOException;
    return expected ? String.valueOf(exception.getMessage()) : unexpected(exception);
  }

  private static String unexpected(Throwable cause) {
    return "unexpected: %s (set %s=1 to see where)".formatted(cause, TRACE);
  }

  /** Says that Java itself gave up, and how. */
  static int unexpected(Error error, PrintWriter err) {
    if (System.getenv(TRACE) != null) {
      error.printStackTrace(err);
    }
    err.println("error: " + unexpected(error));
    return ExitCodes.STOPPED;
  }

  private static String count(int problems) {
    return problems == 1 ? "a problem" : problems + " problems";
  }
}
