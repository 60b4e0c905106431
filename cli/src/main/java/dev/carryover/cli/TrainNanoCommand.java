package dev.carryover.cli;

import dev.carryover.cli.nano.Examinations;
import dev.carryover.cli.nano.Preset;
import dev.carryover.cli.nano.SyntheticLessons;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.models.nano.NanoGrammar;
import dev.carryover.models.nano.NanoVocabulary;
import dev.carryover.models.nano.training.Examiner.Mark;
import dev.carryover.models.nano.training.Recipe;
import dev.carryover.models.nano.training.Trainer;
import dev.carryover.models.nano.training.TrainingLog;
import dev.carryover.models.nano.training.TrainingLog.Examination;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Trains a nano model. */
@Command(
    name = "train-nano",
    mixinStandardHelpOptions = true,
    description = {
      "Trains a nano model from synthetic lessons and writes it as a Hugging Face folder.",
      "",
      "Takes one processor core for about half an hour, and saves every few minutes: after an"
          + " interruption the same command goes on. Equal settings give equal weights on one kind"
          + " of machine.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 trained, 2 settings that cannot be used, or a folder that holds another model,"
          + " 5 stopped before the end: everything so far is kept, the same command goes on."
    })
final class TrainNanoCommand implements Callable<Integer> {
  private static final String CHECKPOINT = "training.checkpoint";

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      defaultValue = "nano-1",
      description = "nano-1, nano-1-tuned or nano-2 (${DEFAULT-VALUE}).")
  private String name = "";

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The model's folder, made where it is missing.")
  private Path out = Path.of("");

  @Option(names = "--seed", paramLabel = "N", description = "Of every random choice.")
  private @Nullable Long seed;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description = "A nano model to go on from; nano-1-tuned needs nano-1.")
  private @Nullable Path from;

  @Option(names = "--tokens", paramLabel = "N", description = "To train for (about 13,000,000).")
  private @Nullable Long tokens;

  @Option(names = "--layers", paramLabel = "N", description = "Blocks of the decoder (4 or 5).")
  private @Nullable Integer layers;

  @Option(
      names = "--inner",
      paramLabel = "N",
      description = "Width of its feed-forward layers (192 or 160).")
  private @Nullable Integer inner;

  @Option(
      names = "--documents",
      paramLabel = "N",
      defaultValue = "64",
      description = "Documents of each examination at the end (${DEFAULT-VALUE}).")
  private int documents;

  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Preset preset = Preset.named(name);
    NanoGrammar grammar = SyntheticLessons.grammar();
    NanoVocabulary vocabulary = preset.vocabulary(grammar);
    Recipe recipe = preset.recipe(choice(preset), vocabulary);
    makeFolder();
    try (Trainer trainer =
        new Trainer(
            recipe,
            vocabulary,
            new SyntheticLessons(recipe.seed()),
            start(preset, recipe),
            out.resolve(CHECKPOINT))) {
      if (done(trainer)) {
        spec.commandLine().getOut().printf("%s is there already, in %s%n", name, out);
        return 0;
      }
      trainer.train(Examinations.small(), new TrainingProgress(err(), output.quiet, recipe));
      List<Examination> examinations = Examinations.all(documents(), trainer::examine);
      String before = from == null ? "random" : "the weights in " + from.getFileName();
      trainer.write(out, name, before, grammar, examinations);
      report(examinations);
    } catch (IllegalArgumentException e) {
      throw new ConfigException("--out", String.valueOf(e.getMessage()), "see --help");
    }
    return 0;
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  private Preset.Choice choice(Preset preset) {
    return new Preset.Choice(
        (int) within("--layers", layers == null ? preset.layers() : layers, 1, 16),
        (int) within("--inner", inner == null ? preset.inner() : inner, 1, 1_024),
        within("--seed", seed == null ? preset.seed() : seed, 0, Integer.MAX_VALUE),
        within("--tokens", tokens == null ? preset.tokens() : tokens, 1, 1_000_000_000));
  }

  private int documents() {
    return (int) within("--documents", documents, 1, 10_000);
  }

  private static long within(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new ConfigException(
          option, "'" + value + "' cannot be used", "take " + least + " to " + most);
    }
    return value;
  }

  private Optional<Map<String, float[]>> start(Preset preset, Recipe recipe) {
    if (from == null && preset.goesOn()) {
      throw new ConfigException(
          "--from", name + " goes on from nano-1", "name its folder with --from");
    }
    return Optional.ofNullable(from).map(folder -> Trainer.weights(folder, recipe.geometry()));
  }

  private void makeFolder() {
    try {
      Files.createDirectories(out);
    } catch (FileAlreadyExistsException e) {
      throw new ConfigException(
          "--out", "'" + e.getFile() + "' is no folder", "name a folder, or one that is not there");
    } catch (IOException e) {
      throw new UncheckedIOException("the folder " + out + " cannot be made", e);
    }
  }

  /** Whether the folder holds the model already. */
  private boolean done(Trainer trainer) {
    Optional<String> there = TrainingLog.trainingIn(out);
    there
        .filter(training -> !training.equals(trainer.training()))
        .ifPresent(
            training -> {
              throw new ConfigException(
                  "--out", out + " holds another model", "write to another folder, or delete it");
            });
    return there.isPresent();
  }

  private void report(List<Examination> examinations) {
    PrintWriter table = spec.commandLine().getOut();
    for (Examination examination : examinations) {
      table.printf("%s, %d sentences%n", examination.name(), examination.sentences());
      for (Map.Entry<String, Mark> family : examination.families().entrySet()) {
        Mark mark = family.getValue();
        table.printf(
            Locale.ROOT,
            "  %-14s %.3f of %3d right, %.3f unknown%n",
            family.getKey(),
            mark.accuracy(),
            mark.asked(),
            mark.unknownShare());
      }
    }
    table.printf("Wrote %s to %s.%n", name, out);
  }
}
