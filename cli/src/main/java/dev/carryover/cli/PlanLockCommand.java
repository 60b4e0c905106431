package dev.carryover.cli;

import dev.carryover.core.run.PlanLock;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.run.Gate;
import dev.carryover.studies.Studies;
import dev.carryover.studies.frame.Study.Request;
import dev.carryover.studies.frame.StudyRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Fixes a plan before the first answer. */
@Command(
    name = "lock",
    mixinStandardHelpOptions = true,
    defaultValueProvider = PlanLockCommand.NoFile.class,
    customSynopsis = {
      "carryover plan lock -c FILE [--diagnosis] [options of 'carryover gate']",
      "carryover plan lock --study NAME [-c FILE] [-s KEY=VALUE]... [--seed N] [--out DIR]"
    },
    description = {
      "Fixes a plan before the first answer: histories, models, settings and tests, under a SHA-256"
          + " in plan-lock.json of the run directory. Asks nobody anything.",
      "",
      "In a git repository where a signing key is set up (user.signingkey) it signs a tag, which"
          + " 'git verify-tag' checks. The run that follows says whether it is still that plan."
    },
    footer = {
      "",
      "Exit codes: 0 locked, 2 usage, configuration, or answers are there already,",
      "4 pre-flight found something, 5 the tag could not be signed (the same command tries again)."
    })
final class PlanLockCommand implements Callable<Integer> {
  private static final String NO_FILE = "";
  private static final List<String> OF_STUDIES =
      List.of("--study", "--set", "--model", "--config", "--seed", "--out", "--quiet", "--color");
  private static final List<String> OF_STUDIES_ALONE = List.of("--set", "--model");
  private static final long STUDY_SEED = 1;

  @Mixin private MigrationOptions migration = new MigrationOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec;

  @Option(
      names = "--diagnosis",
      description = "The plan of 'carryover diagnose', in place of that of 'carryover gate'.")
  private boolean diagnosis;

  @Option(names = "--study", paramLabel = "NAME", description = "The plan of a study.")
  private @Nullable String study;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      defaultValue = "nano-1",
      description = "Of a study: as in 'carryover study' (${DEFAULT-VALUE}).")
  private String model = "";

  @Option(
      names = {"-s", "--set"},
      paramLabel = "KEY=VALUE",
      description = "Of a study: a setting in place of its default; may be given several times.")
  private Map<String, String> settings = new TreeMap<>();

  /** Lets a study go without the file that a gate needs. */
  static final class NoFile implements IDefaultValueProvider {
    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
      return argument instanceof OptionSpec option && option.longestName().equals("--config")
          ? NO_FILE
          : null;
    }
  }

  @Override
  public Integer call() {
    requireFitting();
    return study == null ? ofGate() : ofStudy(study);
  }

  private int ofGate() {
    Gate gate = migration.gate(output.progress(spec.commandLine().getErr()));
    return write(gate.lock(diagnosis), gate.folder());
  }

  private int ofStudy(String name) {
    Path folder = migration.out == null ? Path.of("runs", "study-" + name) : migration.out;
    Optional<Path> config = Optional.of(migration.config).filter(file -> !isNone(file));
    StudyRun run =
        new StudyRun(
            Studies.named(name),
            folder,
            output.progress(spec.commandLine().getErr()),
            Clock.systemUTC());
    return write(run.lock(new Request(model, seed(), Settings.of(settings), config)), folder);
  }

  private int write(PlanLock lock, Path folder) {
    lock.write(folder);
    PrintWriter out = spec.commandLine().getOut();
    out.printf("Locked %s: SHA-256 %s%n", folder.resolve(PlanLock.FILE), lock.sha256());
    LockTag tag = LockTag.make(lock, folder.toAbsolutePath());
    out.println(tag.message());
    out.flush();
    return tag.failed() ? ExitCodes.STOPPED : 0;
  }

  private void requireFitting() {
    List<String> given =
        spec.commandLine().getParseResult().matchedOptions().stream()
            .map(OptionSpec::longestName)
            .toList();
    if (study == null && isNone(migration.config)) {
      throw wrong("Missing required option: '--config=FILE', or '--study=NAME'");
    }
    for (String option : given) {
      boolean fits =
          study == null ? !OF_STUDIES_ALONE.contains(option) : OF_STUDIES.contains(option);
      if (!fits) {
        throw wrong(
            "'%s' has no place %s '--study'"
                .formatted(option, study == null ? "without" : "beside"));
      }
    }
  }

  private long seed() {
    try {
      return migration.seed == null ? STUDY_SEED : Long.parseLong(migration.seed);
    } catch (NumberFormatException e) {
      throw new ConfigException("--seed", "is '" + migration.seed + "'", "give a whole number");
    }
  }

  private static boolean isNone(Path file) {
    return file.toString().equals(NO_FILE);
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
