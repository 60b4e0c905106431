package dev.carryover.cli;

import dev.carryover.migrations.file.ConfigException;
import dev.carryover.probes.screen.Calibration;
import dev.carryover.probes.screen.CalibrationJson;
import dev.carryover.probes.screen.FullRuns;
import dev.carryover.probes.screen.HeldOut;
import dev.carryover.reports.figures.Numbers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Fits the calibration of screens. */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    description = {
      "Fits how full accuracy follows from twenty probes, on finished gates, format by format.",
      "",
      "Writes a small file for 'screen --calibration', which people review, and prints how well"
          + " histories, pairs of models and formats are predicted that the fit did not see."
    },
    footer = {
      "",
      "Exit codes: 0 written, 2 a run that cannot be used or a file that is there already, 5 it"
          + " cannot be written."
    })
final class CalibrateCommand implements Callable<Integer> {
  private static final Numbers NUMBERS = Numbers.PLAIN;

  @Parameters(arity = "1..*", paramLabel = "RUN", description = "Run directories of full gates.")
  private List<Path> runs = List.of();

  @Option(
      names = "--to",
      paramLabel = "FILE",
      defaultValue = "carryover-calibration.json",
      description = "Where it goes (${DEFAULT-VALUE}).")
  private Path to = Path.of("");

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "7",
      description = "Of the choice of the twenty (${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--force", description = "Replace a file that is there already.")
  private boolean force;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (Files.exists(to) && !force) {
      throw new ConfigException(
          "--to", "'" + to + "' is there already", "name another file, or add --force");
    }
    FullRuns full = FullRuns.read(runs, seed);
    Calibration calibration = Calibration.of(full);
    if (calibration.formats().isEmpty()) {
      throw new ConfigException(
          "RUN",
          "no format has three cells or more that fit a line, so that nothing could be predicted",
          "give more full runs, or runs of more histories");
    }
    try {
      WholeFile.write(to, writer -> writer.write(CalibrationJson.write(calibration)));
    } catch (IOException e) {
      throw new UncheckedIOException("'" + to + "' cannot be written: " + e, e);
    }
    show(full, calibration, spec.commandLine().getOut());
    return 0;
  }

  /** A screen says the same again, of the formats that it meets. */
  private static void tellWhatIsMissing(FullRuns full, Calibration calibration, PrintWriter out) {
    calibration
        .formats()
        .forEach(
            (format, fit) ->
                fit.unusable()
                    .ifPresent(why -> out.printf("Ranking only for %s: %s.%n", format, why)));
    full.cells().stream()
        .map(cell -> cell.format())
        .distinct()
        .filter(format -> !calibration.formats().containsKey(format))
        .forEach(format -> out.printf("Left out is %s: its cells fit no line.%n", format));
  }

  private void show(FullRuns full, Calibration calibration, PrintWriter out) {
    out.printf(
        "%-13s%10s%10s%10s%8s%11s%7s%n",
        "format", "slope", "at 0", "sd", "cells", "histories", "pairs");
    calibration
        .formats()
        .forEach(
            (format, fit) ->
                out.printf(
                    Locale.ROOT,
                    "%-13s%10.3f%10.3f%10.3f%8d%11d%7d%n",
                    format,
                    fit.line().slope(),
                    fit.line().intercept(),
                    fit.line().residualSd(),
                    fit.line().n(),
                    fit.histories(),
                    fit.pairs()));
    tellWhatIsMissing(full, calibration, out);
    out.printf("%nPredicted for what the fit did not see:%n");
    out.printf(
        "%-13s%10s%10s%10s%10s%10s%10s%13s%n",
        "unseen", "MAE", "RMSE", "bias", "+/-", "slope", "rho", "predictions");
    for (HeldOut held : HeldOut.all(full)) {
      out.printf(
          "%-13s%10s%10s%10s%10s%10s%10s%13d%n",
          held.unseen().label(),
          NUMBERS.rate(held.mae()),
          NUMBERS.rate(held.rmse()),
          NUMBERS.signed(held.bias()),
          NUMBERS.rate(held.biasHalfWidth()),
          NUMBERS.rate(held.slope()),
          NUMBERS.rate(held.rho()),
          held.predictions().size());
    }
    out.printf(
        "%nBias: positive is over-prediction. Slope: of observed on predicted. rho: Pearson's.%n");
    out.println("Wrote " + to + ".");
    out.flush();
  }
}
