package dev.carryover.core.testkit;

import dev.carryover.core.report.Figure;
import dev.carryover.core.report.Identity;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.report.RunReport.Cost;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.RunReport.HistoryFigures;
import dev.carryover.core.report.RunReport.Hypothesis;
import dev.carryover.core.report.RunReport.RunInfo;
import dev.carryover.core.report.RunReport.SpaceComparison;
import dev.carryover.core.report.RunReport.Verdict;
import dev.carryover.core.report.Treatment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Run reports to render in tests: an embedder upgrade, a model upgrade, one full of hostile text,
 * one with next to nothing.
 */
public final class SampleReports {
  private static final String OLD = "minilm-q";
  private static final String NEW = "e5-q";

  private SampleReports() {}

  /** Ten conversations, one format, an embedder swap that loses half of what was found before. */
  public static RunReport embedderUpgrade() {
    SampleFigures figures =
        new SampleFigures(
            List.of(
                "conv-26", "conv-30", "conv-41", "conv-42", "conv-43", "conv-44", "conv-47",
                "conv-48", "conv-49", "conv-50"));
    addEmbedderSwap(figures, "rag", "old-to-new");
    return new RunReport(
        RunReport.SCHEMA,
        run("embedder-upgrade", "runs/embedder-upgrade"),
        new Verdict(
            "regressed",
            "rag: recall@8 falls from 0.620 to 0.310 when e5-q queries the vectors of minilm-q; the"
                + " loss is shown to be over the margin of 0.050. Re-embed before the cutover.",
            .05,
            "recall@8",
            "keep",
            "old-to-new",
            10,
            OptionalInt.empty(),
            Optional.of("conv-26"),
            OptionalDouble.of(.349),
            OptionalDouble.of(.25886554473495726)),
        List.of(
            hypothesis("no-regression", "rag", .31, .2763, .3437, 1, 3.1e-9, "regressed"),
            hypothesis("portability", "rag", .35, .3122, .3878, 1, 1.2e-9, "regressed")),
        figures.treatments(),
        contrasts("rag"),
        figures.perHistory(),
        gates(true),
        List.of(
            new Identity(
                "embedder",
                OLD,
                new TreeMap<>(
                    Map.of(
                        "dimension",
                        "384",
                        "canaries",
                        "sha256:" + "3f9c21d0".repeat(8),
                        "pooling",
                        "mean",
                        "tokenizer",
                        "sha256:" + "a81b04ee".repeat(8))),
                List.of()),
            new Identity(
                "embedder",
                NEW,
                new TreeMap<>(
                    Map.of("dimension", "384", "canaries", "sha256:" + "77d10c4b".repeat(8))),
                List.of("revision", "tokenizer"))),
        List.of(new SpaceComparison(OLD, NEW, "canaries", 16, .0412, -.0873)),
        new Cost(0, 13_742, 402_118, 0, OptionalDouble.empty()),
        settings(),
        limits());
  }

  /**
   * Ten histories, notes and the whole transcript, a language model that reads other notes less.
   */
  public static RunReport modelUpgrade() {
    return SampleModelUpgrade.report(run("model-upgrade", "runs/model-upgrade"));
  }

  /** Ten histories, a cache that does not open, and what repairs restore and take. */
  public static RunReport stateUpgrade() {
    return SampleStateUpgrade.report(run("state-upgrade", "runs/state-upgrade"));
  }

  /**
   * Two formats and both directions, with everything a stranger's file may hold: markup, control
   * characters, right-to-left text, a formula, long names, half a surrogate pair, undefined
   * figures.
   */
  public static RunReport hostile() {
    String script = "<script>alert(1)</script>";
    String formula = "=cmd|' /C calc'!A0";
    String rtl = "\u202e\u0639\u0631\u0628\u064a \u05e2\u05d1\u05e8\u05d9\u05ea";
    SampleFigures figures =
        new SampleFigures(
            List.of(
                script,
                formula,
                rtl,
                "a\u0000b\u001b[31mc\u0007\r\nd\te",
                "long-" + "0123456789abcdef".repeat(20),
                "@team #1 [x](y) |pipe| `tick` *b* _i_",
                "-2+3",
                "]]> & \"quoted\", 'twice'",
                "half \ud83d pair \uffff",
                "\u8a18\u61b6\u306e\u79fb\u884c"));
    addEmbedderSwap(figures, "rag", "old-to-new");
    addEmbedderSwap(figures, script, "old-to-new");
    addEmbedderSwap(figures, "rag", "new-to-old");
    List<Treatment> treatments = new ArrayList<>(figures.treatments());
    treatments.add(treatmentWithUndefinedFigures(script));
    List<HistoryFigures> rows = new ArrayList<>(figures.perHistory());
    rows.add(new HistoryFigures("unmeasured", "rag/old-to-new/before", new TreeMap<>()));
    return new RunReport(
            RunReport.SCHEMA,
            run("hostile " + script, "runs/" + rtl + "/..\\x"),
            new Verdict(
                "inconclusive",
                "the loss of " + script + " lies at the margin; @team [look](here) | `now`\n\u0007",
                .05,
                "recall@8",
                "mixed-50",
                "old-to-new",
                10,
                OptionalInt.of(73),
                Optional.of(formula),
                OptionalDouble.of(.2),
                OptionalDouble.of(.25886554473495726)),
            List.of(
                hypothesis("no-regression", "rag", .021, -.0049, .0469, .0141, .98, "preserved"),
                hypothesis("portability", script, .0612, .0199, .1025, .71, .29, "inconclusive"),
                hypothesis("held-out " + rtl, script, .2, .16, .24, 1, 2.5e-6, "regressed"),
                undefined("undefined " + formula, script)),
            treatments,
            contrasts(script),
            rows,
            gates(false),
            List.of(
                new Identity(
                    "model",
                    script,
                    new TreeMap<>(
                        Map.of(formula, script, "endpoint", "http://127.0.0.1:8080/?a=1&b=2")),
                    List.of("revision", "tokenizer " + rtl))),
            List.of(new SpaceComparison(script, formula, "\u0000texts", 160, .90412345678, -1)),
            new Cost(123_456, 1_000_000, 9_007_199_254_740_993L, 77, OptionalDouble.of(1234.5)),
            new TreeMap<>(Map.of("margin", "0.05", formula, script, "seed", "-7")),
            List.of(
                "Markup is text here: " + script + " & more.", "@team: =1+1", "[]() * _ ` | \\ #"))
        .with(SampleDiagnosis.hostile(script + rtl, formula));
  }

  /** A model upgrade of which a diagnosis was asked for. */
  public static RunReport diagnosed() {
    return modelUpgrade().with(SampleDiagnosis.usual());
  }

  /** A run that stopped before anything could be measured: every optional figure is absent. */
  public static RunReport minimal() {
    return new RunReport(
        RunReport.SCHEMA,
        new RunInfo("nothing", "", "", "", 0, "", "", "", new TreeMap<>()),
        new Verdict(
            "not-measurable",
            "one history is not enough for an interval.",
            .05,
            "accuracy",
            "keep",
            "old-to-new",
            1,
            OptionalInt.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty()),
        List.of(undefined("no-regression", "rag")),
        List.of(treatmentWithUndefinedFigures("rag")),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        new Cost(0, 0, 0, 0, OptionalDouble.empty()),
        new TreeMap<>(),
        List.of());
  }

  private static void addEmbedderSwap(SampleFigures figures, String format, String direction) {
    boolean forth = direction.equals("old-to-new");
    String from = forth ? OLD : NEW;
    String to = forth ? NEW : OLD;
    figures.add(format, direction, "before", new String[] {from, from}, .62);
    figures.add(format, direction, "inherited", new String[] {from, to}, .31);
    figures.add(format, direction, "mixed-25", new String[] {from + "+" + to, to}, .41);
    figures.add(format, direction, "mixed-50", new String[] {from + "+" + to, to}, .5);
    figures.add(format, direction, "mixed-75", new String[] {from + "+" + to, to}, .585);
    figures.add(format, direction, "own", new String[] {to, to}, .66);
    figures.add(format, direction, "ideal-router", new String[] {from + "," + to, "routed"}, .72);
    figures.add(format, direction, "no-op", new String[] {from, from}, .62);
    figures.add(format, direction, "shuffled", new String[] {from, from}, .05);
    figures.add(format, direction, "empty", new String[] {"none", "none"}, 0);
  }

  private static Treatment treatmentWithUndefinedFigures(String format) {
    Figure undefined =
        new Figure(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            0,
            0,
            160,
            3);
    SortedMap<String, Figure> metrics = new TreeMap<>(Map.of("accuracy", undefined));
    return new Treatment(
        format + "/old-to-new/random-code-in-view",
        format,
        "old-to-new",
        "none",
        "none",
        OLD,
        OLD,
        "random-code-in-view",
        "normal",
        metrics,
        new TreeMap<>(Map.of("direct", new TreeMap<>(metrics))),
        new TreeMap<>());
  }

  private static RunInfo run(String name, String directory) {
    return new RunInfo(
        name,
        directory,
        "2026-11-29T10:15:30Z",
        "2026-11-29T10:16:12Z",
        42.125,
        "buildhost",
        "17.0.15",
        "0.1.0 (018b4d0)",
        new TreeMap<>(Map.of("histories", "locomo:conversations.json")));
  }

  private static Hypothesis hypothesis(
      String name,
      String format,
      double estimate,
      double low,
      double high,
      double pPreserved,
      double pRegressed,
      String decision) {
    return new Hypothesis(
        name,
        format,
        "recall@8",
        .05,
        OptionalDouble.of(estimate),
        OptionalDouble.of(low),
        OptionalDouble.of(high),
        OptionalDouble.of(pPreserved),
        OptionalDouble.of(pRegressed),
        OptionalDouble.of(Math.min(1, 2 * pRegressed)),
        decision,
        10);
  }

  private static Hypothesis undefined(String name, String format) {
    return new Hypothesis(
        name,
        format,
        "accuracy",
        .05,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        "not-measurable",
        1);
  }

  private static List<Contrast> contrasts(String format) {
    return List.of(
        contrast("RPAS", format, .4464, .3987, .4941),
        contrast("delta", format, .35, .3122, .3878),
        contrast("gain of a rewrite", format, .04, .0113, .0687),
        new Contrast(
            "gain of the ideal router",
            format,
            "old-to-new",
            "recall@8",
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            0));
  }

  private static Contrast contrast(
      String name, String format, double value, double low, double high) {
    return new Contrast(
        name,
        format,
        "old-to-new",
        "recall@8",
        OptionalDouble.of(value),
        OptionalDouble.of(low),
        OptionalDouble.of(high),
        10);
  }

  private static List<Gate> gates(boolean shuffledPassed) {
    return List.of(
        new Gate("no-op swap changes nothing", true, new TreeMap<>(Map.of("changed_probes", 0.0))),
        new Gate(
            "before beats shuffled vectors",
            shuffledPassed,
            new TreeMap<>(Map.of("difference", .57, "low", .5311, "required", .2))),
        new Gate(
            "two spaces, not one",
            true,
            new TreeMap<>(Map.of("cosine_of_canaries", .0412, "limit", .999))));
  }

  private static SortedMap<String, String> settings() {
    return new TreeMap<>(
        Map.of(
            "against", "before",
            "format.rag.chunk_characters", "512",
            "format.rag.index", "exact",
            "format.rag.k", "8",
            "histories", "locomo:locomo10.json",
            "margin", "0.05",
            "max_failed", "0",
            "new.embedder", NEW,
            "old.embedder", OLD,
            "seed", "7"));
  }

  private static List<String> limits() {
    return List.of(
        "Ten histories: if none of them loses more than the margin, up to 25.9 % of all histories"
            + " still may.",
        "Answers are free text, so retrieval alone was judged; what a reader makes of the passages"
            + " was not measured.",
        "4 of 1,982 questions have evidence that points nowhere; they are left out, not counted as"
            + " misses.",
        "The mixed index was queried with the new embedder only.");
  }
}
