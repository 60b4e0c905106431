package dev.carryover.cli;

import dev.carryover.core.run.AnswerFolder;
import dev.carryover.core.run.AnswerFolder.Contents;
import dev.carryover.core.run.AnswerFolder.Damage;
import dev.carryover.core.run.HomeFolder;
import dev.carryover.migrations.file.ConfigException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The answers that models gave, kept so that none is paid for twice. */
@Command(
    name = "cache",
    mixinStandardHelpOptions = true,
    description = "The answers that models gave, kept so that none is paid for twice.",
    footer = {"", CacheCommand.CODES},
    subcommands = CacheCommand.Verify.class)
final class CacheCommand implements Callable<Integer> {
  static final String CODES =
      "Exit codes: 0 done, also where damaged entries were set apart, 2 no such folder, 5 a folder"
          + " that cannot be read or written.";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCodes.USAGE;
  }

  /** Checks every entry against its checksum. */
  @Command(
      name = "verify",
      mixinStandardHelpOptions = true,
      description = {
        "Checks every kept answer against its checksum.",
        "",
        "A damaged one is set apart in DIR/damaged, under its place, and is asked again when it is"
            + " needed. Runs that use the folder meanwhile are not disturbed."
      },
      footer = {"", CacheCommand.CODES})
  static final class Verify implements Callable<Integer> {
    @Parameters(
        arity = "0..1",
        paramLabel = "DIR",
        description = "The folder ($CARRYOVER_HOME/answers, or ~/.cache/carryover/answers).")
    private @Nullable Path folder;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      Path named = folder;
      if (named != null && !Files.isDirectory(named)) {
        throw new ConfigException(
            "cache verify", "there is no folder '" + named + "'", "name one that a run has kept");
      }
      Path verified = named == null ? HomeFolder.answers() : named;
      try (AnswerFolder answers = AnswerFolder.open(verified)) {
        print(verified, answers.contents(), spec.commandLine().getOut());
      }
      return 0;
    }

    private static void print(Path folder, Contents found, PrintWriter out) {
      out.printf(
          Locale.ROOT,
          "%s: %,d entries, %,d bytes in %,d files%n",
          folder,
          found.entries(),
          found.bytes(),
          found.segments());
      out.printf(
          Locale.ROOT,
          "damaged: %,d%s%n",
          found.damaged().size(),
          found.damaged().isEmpty() ? "" : ", set apart, to be asked again:");
      for (Damage damage : found.damaged()) {
        out.printf(
            Locale.ROOT,
            "  %s, line %d, byte %d: %s; now in %s%n",
            damage.segment().getFileName(),
            damage.line(),
            damage.at(),
            damage.why(),
            damage.copy());
      }
      if (found.damagedBefore() > 0) {
        out.printf(Locale.ROOT, "set apart before: %,d%n", found.damagedBefore());
      }
      found
          .unfinished()
          .forEach(
              segment ->
                  out.printf(
                      "%s ends within a line, which is left out: a kill's, or being written%n",
                      segment.getFileName()));
    }
  }
}
