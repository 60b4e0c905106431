package dev.carryover.cli;

import dev.carryover.core.run.CallMeter.Bill;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.Settings;
import dev.carryover.studies.Studies;
import dev.carryover.studies.frame.Study;
import dev.carryover.studies.frame.Study.Means;
import dev.carryover.studies.frame.Study.Request;
import dev.carryover.studies.frame.StudyRun;
import dev.carryover.studies.report.StudyJson;
import dev.carryover.studies.report.StudyReport;
import dev.carryover.studies.report.StudyText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The papers' experiments. */
@Command(
    name = "study",
    mixinStandardHelpOptions = true,
    description = {
      "The papers' experiments. Without a name: lists them, with their settings.",
      "",
      "A study that was stopped goes on with the same command."
    },
    footer = {"", "Exit codes: 0 done, 3 not measurable,", ExitCodes.ELSEWHERE})
final class StudyCommand implements Callable<Integer> {
  private static final int NOT_MEASURABLE = 3;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "Which one.")
  private @Nullable String name;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      defaultValue = "nano-1",
      description =
          "A built-in nano model, a Hugging Face folder, or a .gguf file (${DEFAULT-VALUE}).")
  private String model = "";

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description =
          "A migration file with other models than the built-in ones, where a study takes one.")
  private @Nullable Path config;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The run directory (runs/study-NAME). One that holds the same plan is resumed.")
  private @Nullable Path out;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "One seed for everything random (${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = {"-s", "--set"},
      paramLabel = "KEY=VALUE",
      description = "A setting in place of its default; may be given several times.")
  private Map<String, String> settings = new TreeMap<>();

  @Option(
      names = "--dry-run",
      description = "Print the calls, tokens and dollars that it will take, without a call.")
  private boolean dryRun;

  @Mixin private WorkOptions work = new WorkOptions();
  @Mixin private ReportOptions shown = new ReportOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter to = spec.commandLine().getOut();
    if (name == null) {
      Studies.ALL.forEach(study -> describe(study, to));
      return 0;
    }
    Path folder = out == null ? Path.of("runs", "study-" + name) : out;
    StudyRun run =
        new StudyRun(
            Studies.named(name),
            folder,
            output.progress(spec.commandLine().getErr()),
            Clock.systemUTC());
    if (dryRun) {
      BillTable.print(estimate(run), shown.json, to);
      return 0;
    }
    StudyReport report = run.run(request());
    show(report, folder, shown, to);
    return report.findings().unmeasurable().isPresent() ? NOT_MEASURABLE : 0;
  }

  private List<Bill> estimate(StudyRun run) {
    return run.estimate(request())
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "study '"
                        + name
                        + "' cannot tell beforehand what it asks services; leave --dry-run out"));
  }

  private Request request() {
    return new Request(
        model,
        seed,
        Settings.of(settings),
        Optional.ofNullable(config),
        new Means(work.threads(), work.inFlight(), Optional.of(work.answers()), work.maxCost()));
  }

  private static void describe(Study study, PrintWriter to) {
    to.printf("%s: %s%n", study.name(), study.description());
    for (Parameter parameter : study.parameters()) {
      to.printf(
          "  %s=%s  %s%n", parameter.name(), parameter.defaultValue(), parameter.description());
    }
  }

  /** Whether a run is a study's. */
  static boolean isOne(RunDirectory.Finished run) {
    return run.record().settings().containsKey(StudyRun.STUDY);
  }

  /** Renders a study's run again, and shows it. */
  static void renderAgain(
      RunDirectory.Finished run, Path folder, ReportOptions shown, PrintWriter to) {
    Study study = Studies.named(run.record().settings().getOrDefault(StudyRun.STUDY, ""));
    show(StudyRun.report(study, folder, run.record(), run.journal()), folder, shown, to);
  }

  private static void show(StudyReport report, Path folder, ReportOptions shown, PrintWriter to) {
    if (shown.json) {
      to.print(StudyJson.of(report));
    } else {
      to.print(StudyText.of(report));
      to.printf(
          Locale.ROOT,
          "%nReport: %s (%.0f s of work)%n",
          folder.resolve("report").resolve("study.md"),
          worked(folder));
    }
    to.flush();
  }

  /** Seconds over all attempts. They are no part of the report, which two runs share. */
  private static double worked(Path folder) {
    try (RunDirectory.Finished run = RunDirectory.read(folder)) {
      return run.record().clock().workedSeconds();
    }
  }
}
