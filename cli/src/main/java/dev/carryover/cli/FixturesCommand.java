package dev.carryover.cli;

import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.spi.HistorySource.HistorySet;
import dev.carryover.core.spi.HistorySpec;
import dev.carryover.migrations.file.ConfigException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Histories with probes: look at them, or write them out. */
@Command(
    name = "fixtures",
    mixinStandardHelpOptions = true,
    description = "Histories with probes: look at them, or write them out.",
    footer = {"", FixturesCommand.CODES},
    subcommands = {FixturesCommand.Generate.class, FixturesCommand.Show.class})
final class FixturesCommand implements Callable<Integer> {
  static final String CODES =
      "Exit codes: 0 done, 2 a source that cannot be read, 5 a file that cannot be written.";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCodes.USAGE;
  }

  private static HistorySet load(String source, boolean skipBad) {
    return HistorySpec.parse(source).load(skipBad);
  }

  /** Writes histories and questions as JSON lines. */
  @Command(
      name = "generate",
      mixinStandardHelpOptions = true,
      description = {
        "Writes histories.jsonl and questions.jsonl.",
        "",
        "They can be read again as jsonl:DIR/histories.jsonl?questions=DIR/questions.jsonl."
      },
      footer = {"", FixturesCommand.CODES})
  static final class Generate implements Callable<Integer> {
    @Parameters(
        paramLabel = "SOURCE",
        description = "Such as synthetic:small?count=10&seed=7, or locomo:PATH.")
    private String source = "";

    @Option(
        names = "--to",
        required = true,
        paramLabel = "DIR",
        description = "The folder, made where it is missing.")
    private Path to = Path.of("");

    @Option(names = "--skip-bad", description = "Count records that cannot be read.")
    private boolean skipBad;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      HistorySet set = load(source, skipBad);
      HistoryFiles.write(set.histories(), to);
      PrintWriter out = spec.commandLine().getOut();
      out.printf("Wrote %d histories to %s.%n", set.histories().size(), to);
      set.notes().forEach(out::println);
      return 0;
    }
  }

  /** Prints a history and its probes. */
  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Prints a history with its probes, answers and evidence.",
      footer = {"", FixturesCommand.CODES})
  static final class Show implements Callable<Integer> {
    @Parameters(
        paramLabel = "SOURCE",
        description = "Such as synthetic:nano?count=1, or locomo:PATH.")
    private String source = "";

    @Option(names = "--history", paramLabel = "ID", description = "Which one (the first).")
    private @Nullable String history;

    @Option(names = "--skip-bad", description = "Count records that cannot be read.")
    private boolean skipBad;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      HistorySet set = load(source, skipBad);
      ProbedHistory shown = choose(set.histories());
      PrintWriter out = spec.commandLine().getOut();
      out.printf(
          "%s: %d events, %d bytes of text, %d probes (one of %d histories)%n%n",
          shown.history().id(),
          shown.history().events().size(),
          shown.history().textBytes(),
          shown.probes().size(),
          set.histories().size());
      for (Event event : shown.history().events()) {
        out.printf("%s  %s%s%n", event.id(), time(event), event.asLine());
      }
      out.println();
      for (Probe probe : shown.probes()) {
        out.printf(
            "%s  [%s] %s%n      -> %s  (%s)%n",
            probe.id(),
            probe.family(),
            probe.question().text(),
            probe.answer().map(a -> a.text()).orElse("no answer"),
            probe.evidence().stream().map(Evidence::event).collect(Collectors.joining(", ")));
      }
      set.notes().forEach(out::println);
      return 0;
    }

    private ProbedHistory choose(List<ProbedHistory> histories) {
      return histories.stream()
          .filter(h -> history == null || h.history().id().equals(history))
          .findFirst()
          .orElseThrow(
              () ->
                  new ConfigException(
                      "--history",
                      "there is no history '" + history + "'",
                      "choose one of "
                          + histories.stream()
                              .map(h -> h.history().id())
                              .collect(Collectors.joining(", "))));
    }

    private static String time(Event event) {
      return event.time().map(time -> "[" + time + "] ").orElse("");
    }
  }
}
