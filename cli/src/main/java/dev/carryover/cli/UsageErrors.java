package dev.carryover.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in two or three lines which option is wrong, which may have been meant, and who helps. */
final class UsageErrors implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException exception, String[] arguments) {
    CommandLine command = exception.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("error: " + exception.getMessage());
    UnmatchedArgumentException.printSuggestions(exception, err);
    err.println("'" + command.getCommandSpec().qualifiedName() + " --help' tells what there is.");
    return ExitCodes.USAGE;
  }
}
