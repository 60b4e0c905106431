package dev.carryover.core.testkit;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.report.RunReport.Cost;
import dev.carryover.core.report.RunReport.RunInfo;
import dev.carryover.core.report.RunReport.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A model that cannot go on from the cache of the one before it: the saved cache is incompatible
 * and repaired by reading again, the notes are rewritten, the transcript needs no repair.
 */
final class SampleStateUpgrade {
  private static final String OLD = "nano-1";
  private static final String NEW = "nano-2";

  private SampleStateUpgrade() {}

  static RunReport report(RunInfo run) {
    SampleFigures figures =
        new SampleFigures(
            List.of("h01", "h02", "h03", "h04", "h05", "h06", "h07", "h08", "h09", "h10"));
    for (String direction : List.of("old-to-new", "new-to-old")) {
      addCache(figures, direction);
      addNotes(figures, direction);
      addTranscript(figures, direction);
    }
    return new RunReport(
        RunReport.SCHEMA,
        run,
        new Verdict(
            "regressed",
            "accuracy (saved-cache) loses +0.820 against before (95 % interval +0.781 to +0.859),"
                + " margin 0.05: shown to be over the margin",
            .05,
            "accuracy",
            "keep",
            "old-to-new",
            10,
            OptionalInt.empty(),
            Optional.of("h07"),
            OptionalDouble.of(.902),
            OptionalDouble.of(.25886554473495726)),
        List.of(),
        figures.treatments(),
        List.of(
            silentLoad("silent-load changed answers", "changed-answers", .71, Optional.empty()),
            silentLoad("silent-load KL", "next-token-kl", 3.4, Optional.of("nats"))),
        figures.perHistory(),
        List.of(),
        List.of(),
        List.of(),
        new Cost(12_160, 0, 402_118, 24_320, OptionalDouble.empty()),
        new TreeMap<>(Map.of("repairs", "all")),
        List.of());
  }

  private static void addCache(SampleFigures figures, String direction) {
    String from = from(direction);
    String to = to(direction);
    String format = "saved-cache";
    figures.addModels(format, direction, "before", new String[] {from, from}, level(from));
    figures.addModels(format, direction, "inherited", new String[] {from, to}, 0);
    figures.lastIsIncompatible(
        "incompatible: the cache was computed for %s (sha256:11aa), and %s (sha256:22bb) reads"
            .formatted(from, to));
    figures.addModels(format, direction, "own", new String[] {to, to}, level(to));
    String[] repaired = {from + "+" + to, to};
    figures.addModels(format, direction, "repaired-re-prefill", repaired, level(to));
    figures.lastCost(1, 412, 0);
  }

  private static void addNotes(SampleFigures figures, String direction) {
    String from = from(direction);
    String to = to(direction);
    figures.addModels("notes", direction, "before", new String[] {from, from}, .61);
    figures.addModels("notes", direction, "inherited", new String[] {from, to}, .55);
    figures.addModels("notes", direction, "own", new String[] {to, to}, .63);
    figures.addModels(
        "notes", direction, "repaired-rewrite", new String[] {from + "+" + to, to}, .63);
    figures.lastCost(4, 1_204, 388);
  }

  private static void addTranscript(SampleFigures figures, String direction) {
    figures.addModels(
        "lc-raw", direction, "before", new String[] {"-", from(direction)}, level(from(direction)));
    figures.addModels(
        "lc-raw", direction, "inherited", new String[] {"-", to(direction)}, level(to(direction)));
    figures.addModels(
        "lc-raw", direction, "own", new String[] {"-", to(direction)}, level(to(direction)));
  }

  private static double level(String model) {
    return model.equals(OLD) ? .82 : .74;
  }

  private static String from(String direction) {
    return direction.equals("old-to-new") ? OLD : NEW;
  }

  private static String to(String direction) {
    return direction.equals("old-to-new") ? NEW : OLD;
  }

  private static Contrast silentLoad(
      String name, String measure, double value, Optional<String> unit) {
    return new Contrast(
        name,
        "saved-cache",
        "old-to-new",
        measure,
        OptionalDouble.of(value),
        OptionalDouble.of(value * .9),
        OptionalDouble.of(value * 1.1),
        10,
        unit,
        Optional.empty());
  }
}
