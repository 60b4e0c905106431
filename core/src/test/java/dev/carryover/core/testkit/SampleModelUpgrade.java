package dev.carryover.core.testkit;

import dev.carryover.core.report.Identity;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.report.RunReport.Cost;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.RunReport.Hypothesis;
import dev.carryover.core.report.RunReport.PlannedTest;
import dev.carryover.core.report.RunReport.RunInfo;
import dev.carryover.core.report.RunReport.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A language model that cannot read what the one before it wrote, though it writes better notes
 * itself; the levels are those of the paper's table T3.
 */
final class SampleModelUpgrade {
  private static final String OLD_MODEL = "llama-3.1-8b";
  private static final String NEW_MODEL = "qwen2.5-7b";

  private SampleModelUpgrade() {}

  static RunReport report(RunInfo run) {
    SampleFigures figures =
        new SampleFigures(
            List.of("h01", "h02", "h03", "h04", "h05", "h06", "h07", "h08", "h09", "h10"));
    addModelSwap(figures, "notes", new double[] {.376, .339, .472, .475});
    addModelSwap(figures, "lc-raw", new double[] {.712, .911, .911, .712});
    return new RunReport(
        RunReport.SCHEMA,
        run,
        new Verdict(
            "inconclusive",
            "accuracy (notes) loses +0.037 against before (95 % interval +0.001 to +0.073), margin"
                + " 0.05: neither shown to be under nor over it",
            .05,
            "accuracy",
            "keep",
            "old-to-new",
            10,
            OptionalInt.of(48),
            Optional.of("h07"),
            OptionalDouble.of(.081),
            OptionalDouble.of(.25886554473495726)),
        List.of(
            new Hypothesis(
                "no-regression: notes",
                "notes",
                "accuracy",
                .05,
                OptionalDouble.of(.037),
                OptionalDouble.of(.001),
                OptionalDouble.of(.073),
                OptionalDouble.of(.219),
                OptionalDouble.of(.781),
                OptionalDouble.of(.781),
                "inconclusive",
                10)),
        figures.treatments(),
        modelContrasts(),
        figures.perHistory(),
        List.of(
            new Gate(
                "notes: no-op stays within the margin",
                true,
                new TreeMap<>(
                    Map.of(
                        "compared", 1520.0,
                        "changed", 12.0,
                        "difference", .0016,
                        "low", -.0011,
                        "high", .0043,
                        "margin", .05))),
            new Gate(
                "notes: stores hold the evidence",
                false,
                new TreeMap<>(
                    Map.of("coverage_before", .46, "coverage_own", .71, "least_coverage", .6)),
                Optional.of(Gate.WARNS))),
        List.of(
            new Identity(
                "model",
                OLD_MODEL,
                new TreeMap<>(Map.of(Identity.SERVICE, "openai", "context_limit", "131072")),
                List.of("revision")),
            new Identity(
                "model",
                NEW_MODEL,
                new TreeMap<>(Map.of(Identity.SERVICE, "ollama", "revision", "sha256:77d1")),
                List.of())),
        List.of(),
        new Cost(24_320, 0, 91_402_118, 182_400, OptionalDouble.of(12.5)),
        new TreeMap<>(Map.of("against", "before", "margin", "0.05", "seed", "7")),
        List.of(
            "H4a is not measurable: in 2 of 10 histories an own-store accuracy is under chance + 0.20"
                + " in one direction or the other, so that a ratio to it means nothing."));
  }

  private static void addModelSwap(SampleFigures figures, String format, double[] accuracies) {
    String old = format.equals("lc-raw") ? "-" : OLD_MODEL;
    String next = format.equals("lc-raw") ? "-" : NEW_MODEL;
    String[][] pairs = {{old, OLD_MODEL}, {old, NEW_MODEL}, {next, NEW_MODEL}, {next, OLD_MODEL}};
    figures.addModels(format, "old-to-new", "before", pairs[0], accuracies[0]);
    figures.addModels(format, "old-to-new", "inherited", pairs[1], accuracies[1]);
    figures.addModels(format, "old-to-new", "own", pairs[2], accuracies[2]);
    figures.addModels(format, "old-to-new", "no-op", pairs[0], accuracies[0]);
    figures.addModels(format, "old-to-new", "empty", pairs[0], 0);
    figures.addModels(format, "new-to-old", "before", pairs[2], accuracies[2]);
    figures.addModels(format, "new-to-old", "inherited", pairs[3], accuracies[3]);
    figures.addModels(format, "new-to-old", "own", pairs[0], accuracies[0]);
  }

  private static List<Contrast> modelContrasts() {
    return List.of(
        onAccuracy("delta", "old-to-new", .133, .1133, .1527),
        onAccuracy("rpas", "old-to-new", .719, .6781, .7599),
        onAccuracy("delta", "new-to-old", -.099, -.1204, -.0776),
        onAccuracy("rpas", "new-to-old", 1.263, 1.2007, 1.3253),
        new Contrast(
            "H1",
            "notes",
            Contrast.BOTH,
            "accuracy",
            OptionalDouble.of(-1.47),
            OptionalDouble.of(-5.29),
            OptionalDouble.of(2.35),
            10,
            Optional.of("points"),
            Optional.of(
                new PlannedTest(
                    5, OptionalDouble.of(.9993), OptionalDouble.of(1), "not-supported"))),
        new Contrast(
            "H4a",
            "notes minus kg-fixed",
            Contrast.BOTH,
            "accuracy",
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            8,
            Optional.of("points"),
            Optional.of(
                new PlannedTest(
                    5, OptionalDouble.empty(), OptionalDouble.empty(), "not-measurable"))));
  }

  private static Contrast onAccuracy(
      String name, String direction, double value, double low, double high) {
    return new Contrast(
        name,
        "notes",
        direction,
        "accuracy",
        OptionalDouble.of(value),
        OptionalDouble.of(low),
        OptionalDouble.of(high),
        10,
        Optional.empty(),
        Optional.empty(),
        name.equals("rpas") ? OptionalDouble.empty() : OptionalDouble.of(.0087));
  }
}
