package dev.carryover.cli;

import dev.carryover.core.run.Versions;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code carryover} command. */
@Command(
    name = "carryover",
    mixinStandardHelpOptions = true,
    versionProvider = Carryover.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Tests whether an agent's memory survives an upgrade, before the upgrade is rolled out.",
      ""
    },
    footer = {
      "",
      "Start with 'carryover demo', then 'carryover init' and 'carryover gate -c FILE'.",
      "",
      "Exit codes: 0 preserved, 1 regressed, 3 inconclusive or not measurable,",
      ExitCodes.ELSEWHERE
    },
    subcommands = {
      DemoCommand.class,
      InitCommand.class,
      DoctorCommand.class,
      ScreenCommand.class,
      CalibrateCommand.class,
      GateCommand.class,
      DiagnoseCommand.class,
      RepairCommand.class,
      BaselineCommand.class,
      ReportCommand.class,
      FixturesCommand.class,
      CacheCommand.class,
      ModelsCommand.class,
      StudyCommand.class,
      PlanCommand.class,
      GenerateCompletion.class
    })
public final class Carryover implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** Runs the command and exits with its code. */
  public static void main(String[] arguments) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    Interruption.expect(err);
    int code;
    try {
      code = commandLine(out, err).execute(arguments);
    } catch (Error e) {
      // such as no memory, a plug-in that cannot be loaded, a missing native library
      code = Failures.unexpected(e, err);
    }
    out.flush();
    err.flush();
    Interruption.finished();
    System.exit(code);
  }

  /** The command with these streams, so that it can be run inside another program. */
  public static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return new CommandLine(new Carryover())
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(96)
        .setExecutionExceptionHandler(new Failures())
        .setParameterExceptionHandler(Carryover::misused)
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCodes.USAGE;
  }

  private static int misused(ParameterException misuse, String[] arguments) {
    PrintWriter err = misuse.getCommandLine().getErr();
    err.println("error: " + misuse.getMessage());
    UnmatchedArgumentException.printSuggestions(misuse, err);
    err.printf("Try '%s --help'.%n", misuse.getCommandLine().getCommandSpec().qualifiedName());
    return ExitCodes.USAGE;
  }

  /** Tells the version of this build. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"carryover " + Versions.all().get("carryover")};
    }
  }
}
