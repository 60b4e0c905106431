package dev.carryover.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What can be done with a plan before it is run. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "What can be done with a plan before it is run.",
    footer = {"", "Exit codes: 0 done, 2 usage or configuration; see the command."},
    subcommands = PlanLockCommand.class)
final class PlanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCodes.USAGE;
  }
}
