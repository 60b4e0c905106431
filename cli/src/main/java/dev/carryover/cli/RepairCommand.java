package dev.carryover.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What restores a memory, and what does it cost? */
@Command(
    name = "repair",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "What restores a memory for the new component, and what does it cost?",
    footer = {"", "Exit codes: 0 done, 2 usage or configuration; see the command."},
    subcommands = {RepairPlanCommand.class, RepairApplyCommand.class})
final class RepairCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCodes.USAGE;
  }
}
