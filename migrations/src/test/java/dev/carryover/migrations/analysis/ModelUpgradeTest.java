package dev.carryover.migrations.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.FreeTextScore;
import dev.carryover.core.Observation.Outcome;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.RetrievalTrace.EvidenceFate;
import dev.carryover.core.report.Figure;
import dev.carryover.core.report.Identity;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.RunReport.PlannedTest;
import dev.carryover.core.report.Treatment;
import dev.carryover.migrations.analysis.MadeUpgrade.Outcomes;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is concluded when the language model changes, on outcomes that are made up. */
class ModelUpgradeTest {
  private static final int HISTORIES = 10;
  private static final int PROBES = 100;
  private static final Offset<Double> EXACTLY = within(1e-9);

  /** Right answers of a hundred, by history; the means are those of the paper's table T3. */
  private static final Map<String, int[]> NOTES =
      Map.of(
          "aa", new int[] {37, 36, 41, 37, 33, 39, 47, 44, 33, 29},
          "bb", new int[] {46, 50, 36, 49, 43, 46, 47, 48, 52, 55},
          "ab", new int[] {33, 41, 31, 36, 38, 34, 30, 29, 32, 35},
          "ba", new int[] {40, 45, 46, 50, 48, 49, 43, 46, 52, 56});

  private static final Map<String, int[]> CLAIMS =
      Map.of(
          "aa", new int[] {85, 84, 86, 85, 83, 85, 86, 84, 85, 85},
          "bb", new int[] {99, 98, 99, 99, 98, 100, 99, 98, 99, 99},
          "ab", new int[] {99, 99, 98, 99, 99, 100, 98, 98, 99, 99},
          "ba", new int[] {84, 85, 86, 84, 84, 85, 85, 84, 85, 86});

  @TempDir private Path folder;

  /**
   * Expected: SciPy 1.17.1, {@code ttest_1samp(P, 5, alternative='greater')} and {@code
   * t.interval(.95, 9, mean, sem)} of {@code P = 50·((1 − ab/bb) + (1 − ba/aa))} by history. The
   * ratios of the means would give +0.92.
   */
  @Test
  void plannedContrastsAreMeansOfRatiosAndNoRatiosOfMeans() {
    RunReport report = upgrade("notes", "kg-fixed").report(folder, List.of(), counts());

    double ratioOfMeans = 50 * ((1 - mean("ab") / mean("bb")) + (1 - mean("ba") / mean("aa")));
    assertThat(ratioOfMeans).as("the trap").isCloseTo(0.9240894338, within(1e-9));
    assertPlanned(
        contrast(report, "H1"),
        new double[] {-1.1637001633641268, -12.111169667837567, 9.783769341109315},
        new double[] {0.8826524259549203, 1},
        "not-supported");
    assertPlanned(
        contrast(report, "H4a"),
        new double[] {-1.1598677389639533, -11.764579549886411, 9.444844071958505},
        new double[] {0.8893251359846982, 1},
        "not-supported");
    assertThat(contrast(report, "H1").format()).isEqualTo("notes");
    assertThat(contrast(report, "H4a").format()).isEqualTo("notes minus kg-fixed");
    assertThat(contrast(report, "H1").direction()).isEqualTo("both");
    assertThat(contrast(report, "H1").measure()).isEqualTo("accuracy");
    assertThat(contrast(report, "H1").unit()).contains("points");
    assertThat(report.limits()).noneMatch(limit -> limit.contains("H1"));
  }

  /** Expected: the same calls; Holm over two. */
  @Test
  void aLossThatIsShownToBeOverFivePointsIsSupported() {
    int[] inherited = {30, 28, 33, 26, 31, 29, 32, 27, 30, 34};
    RunReport report =
        upgrade("notes", "kg-fixed")
            .report(
                folder,
                List.of(),
                (format, pair, h, p) ->
                    format.equals("notes")
                        ? right(p < (pair.equals("ab") || pair.equals("ba") ? inherited[h] : 40))
                        : counts().of(format, pair, h, p));

    assertPlanned(
        contrast(report, "H1"),
        new double[] {25, 20.38239102763525, 29.61760897236475},
        new double[] {2.119869443129915e-06, 4.23973888625983e-06},
        "supported");
    assertThat(contrast(report, "H4a").value().orElseThrow())
        .isCloseTo(25.003832424400176, EXACTLY);
    assertThat(contrast(report, "H4a").test().orElseThrow().pHolm().orElseThrow())
        .as("no smaller than that of the smaller p")
        .isCloseTo(4.23973888625983e-06, within(1e-14));
  }

  @ParameterizedTest
  @ValueSource(strings = {"aa", "bb"})
  void aHistoryUnderTheGateMakesThemNotMeasurableAndNeverSmaller(String pairUnder) {
    RunReport report =
        upgrade("notes", "kg-fixed")
            .report(
                folder,
                List.of(),
                (format, pair, h, p) ->
                    h == 4 && pair.equals(pairUnder) && format.equals("notes")
                        ? right(p < 19)
                        : counts().of(format, pair, h, p));

    for (String name : List.of("H1", "H4a")) {
      Contrast contrast = contrast(report, name);
      assertThat(contrast.value()).isEmpty();
      assertThat(contrast.low()).isEmpty();
      assertThat(contrast.histories()).isEqualTo(HISTORIES - 1);
      PlannedTest test = contrast.test().orElseThrow();
      assertThat(test.p()).isEmpty();
      assertThat(test.pHolm()).isEmpty();
      assertThat(test.decision()).isEqualTo("not-measurable");
      assertThat(report.limits())
          .anyMatch(l -> l.startsWith(name + " is not measurable: in 1 of 10 histories"));
    }
  }

  @Test
  void atTheGateItselfAHistoryCounts() {
    RunReport report =
        upgrade("notes")
            .report(
                folder,
                List.of(),
                (format, pair, h, p) ->
                    h == 4 && pair.equals("aa") ? right(p < 20) : counts().of(format, pair, h, p));

    assertThat(contrast(report, "H1").histories()).isEqualTo(HISTORIES);
    assertThat(contrast(report, "H1").value()).isPresent();
    assertThat(report.contrasts()).extracting(Contrast::name).doesNotContain("H4a");
  }

  @Test
  void whereNobodyElseWritesNothingIsPlanned() {
    RunReport report =
        upgrade("lc-raw", "kg-fixed").report(folder, List.of(), (f, pair, h, p) -> right(p < 50));

    assertThat(report.contrasts()).extracting(Contrast::name).doesNotContain("H1", "H4a");
  }

  @Test
  void builtInModelsMustChangeNothingWhenTheyAreAskedAgain() {
    RunReport report =
        upgrade("notes")
            .report(folder, List.of(model("a"), model("b")), (f, pair, h, p) -> noisy(pair, h, p));

    assertThat(report.verdict().reason())
        .contains("a control failed: notes: no-op changes nothing");
  }

  /**
   * Two of ten histories lose one answer of a hundred when asked again. Expected interval: SciPy
   * 1.17.1, {@code t.interval(.95, 9, mean, sem)} of 0.01, 0.01 and eight zeros.
   */
  @Test
  void servicesMayDifferWithinTheMarginAndTheNoiseIsShown() {
    RunReport report =
        upgrade("notes")
            .report(folder, List.of(model("a"), service("b")), (f, q, h, p) -> noisy(q, h, p));
    assertThat(report.gates())
        .as("a is built in, and a alone plays in before and no-op")
        .extracting(Gate::name)
        .contains("notes: no-op changes nothing");

    RunReport live =
        upgrade("notes")
            .report(folder, List.of(service("a"), model("b")), (f, q, h, p) -> noisy(q, h, p));
    Gate gate = gate(live, "notes: no-op stays within the margin");

    assertThat(live.gates()).extracting(Gate::name).doesNotContain("notes: no-op changes nothing");
    assertThat(gate.passed()).isTrue();
    assertThat(gate.figures())
        .containsEntry("compared", 1000.0)
        .containsEntry("changed", 2.0)
        .containsEntry("changed_share", 0.002)
        .containsEntry("margin", 0.05);
    assertThat(gate.figures().get("difference")).isCloseTo(0.002, EXACTLY);
    assertThat(gate.figures().get("low")).isCloseTo(-0.001016209550397606, EXACTLY);
    assertThat(gate.figures().get("high")).isCloseTo(0.005016209550397607, EXACTLY);
    assertThat(live.verdict().decision()).isEqualTo("preserved");
  }

  /**
   * The ten histories of before, asked again: two differ by one answer of a hundred. Expected:
   * NumPy 2, {@code sqrt(mean(d**2))}; SciPy 1.17.1, {@code t.ppf(.975, 10)} times that over the
   * root of 10.
   */
  @Test
  void theNoiseOfLiveRepeatsStandsBesideEveryEffect() {
    RunReport report =
        upgrade("notes")
            .report(
                folder,
                List.of(service("a"), model("b")),
                (f, q, h, p) -> q.equals("ab") ? right(p < 80 - h % 2) : noisy(q, h, p));

    assertThat(report.contrasts())
        .filteredOn(c -> c.name().equals("regression") && c.direction().equals("old-to-new"))
        .singleElement()
        .satisfies(c -> assertThat(c.value().orElseThrow()).isCloseTo(0.005, EXACTLY))
        .satisfies(
            c -> assertThat(c.noise().orElseThrow()).isCloseTo(0.003151064183329407, EXACTLY));
    assertThat(report.contrasts())
        .filteredOn(c -> c.name().equals("rpas"))
        .isNotEmpty()
        .allSatisfy(c -> assertThat(c.noise()).as("a ratio has another unit").isEmpty());
    assertThat(report.limits())
        .anyMatch(l -> l.contains("notes: the noise of live repeats is 0.0045") && l.contains("10"))
        .anyMatch(
            l -> l.startsWith("notes: rewrite-gain (old-to-new) of +0.0000 in accuracy lies under"))
        .noneMatch(l -> l.startsWith("notes: regression (old-to-new)"));
  }

  @Test
  void aServiceThatAlwaysAnswersAlikeIsSaidToDoSo() {
    RunReport report =
        upgrade("notes")
            .report(
                folder,
                List.of(service("a")),
                (f, pair, h, p) -> right(p < 50 && !pair.equals("empty")));

    assertThat(report.limits())
        .anyMatch(l -> l.startsWith("notes: 10 cells were asked again live and came out the same"));
  }

  @Test
  void builtInPartsHaveNoNoise() {
    RunReport report =
        upgrade("notes").report(folder, List.of(model("a")), (f, pair, h, p) -> noisy(pair, h, p));

    assertThat(report.limits()).anyMatch(l -> l.startsWith("Every part is built in"));
  }

  @Test
  void noiseOverTheMarginMakesEverythingNotMeasurable() {
    RunReport report =
        upgrade("notes")
            .report(
                folder,
                List.of(service("a")),
                (f, pair, h, p) -> right(p < (pair.equals("no-op") ? 60 + 4 * h : 90)));

    assertThat(gate(report, "notes: no-op stays within the margin").passed()).isFalse();
    assertThat(report.verdict().decision()).isEqualTo("not-measurable");
    assertThat(report.verdict().reason())
        .contains("notes: no-op stays within the margin (asked again with nothing changed");
  }

  @Test
  void aServiceThatAnswersAlikePassesWithoutASpread() {
    RunReport report =
        upgrade("notes")
            .report(
                folder,
                List.of(service("a")),
                (f, pair, h, p) -> right(p < 50 && !pair.equals("empty")));

    Gate gate = gate(report, "notes: no-op stays within the margin");
    assertThat(gate.passed()).isTrue();
    assertThat(gate.figures()).containsEntry("changed", 0.0).containsEntry("high", 0.0);
  }

  @Test
  void aStoreThatWasWrittenInOtherWordsIsNoChangeOfAnAnswer() {
    RunReport report =
        upgrade("notes")
            .report(
                folder,
                List.of(service("a")),
                (f, pair, h, p) ->
                    new Scored(
                        Optional.of(
                            p < 50 && !pair.equals("empty")
                                ? AnswerMark.CORRECT
                                : AnswerMark.WRONG_CODE),
                        Optional.of(
                            new RetrievalTrace(
                                List.of(new EvidenceFate("e", true, OptionalInt.empty())),
                                false,
                                OptionalInt.empty(),
                                pair.equals("no-op") ? 11 : 12))));

    assertThat(gate(report, "notes: no-op stays within the margin").figures())
        .containsEntry("compared", 1000.0)
        .containsEntry("changed", 0.0);
  }

  @Test
  void answersAreCountedByMarkAndBadFormsAreNamedOverOnePerCent() {
    AnswerMark[] marks = new AnswerMark[PROBES];
    Arrays.fill(marks, AnswerMark.CORRECT);
    Arrays.fill(marks, 0, 2, AnswerMark.CUT_OFF);
    Arrays.fill(marks, 2, 3, AnswerMark.MALFORMED);
    Arrays.fill(marks, 3, 9, AnswerMark.WRONG_CODE);
    RunReport report =
        upgrade("notes")
            .report(
                folder,
                List.of(),
                (f, pair, h, p) ->
                    switch (pair) {
                      case "ab" -> marked(marks[p]);
                      case "empty" -> marked(AnswerMark.REFUSAL);
                      default -> right(true);
                    });

    assertThat(treatment(report, "notes/old-to-new/inherited").marks())
        .isEqualTo(Map.of("correct", 910, "cut-off", 20, "malformed", 10, "wrong-code", 60));
    assertThat(treatment(report, "notes/old-to-new/empty").marks())
        .isEqualTo(Map.of("refusal", 1000));
    assertThat(report.limits())
        .contains(
            "Answers that count as wrong for their form: 20 cut-off of 1000 under"
                + " notes/old-to-new/inherited.");
  }

  @Test
  void freeTextCanDecide() {
    Outcomes outcomes =
        (f, pair, h, p) ->
            words(pair.equals("empty") ? 0.1 : pair.equals("ab") ? 0.3 + h / 100.0 : 0.8);
    RunReport report =
        new MadeUpgrade(List.of("notes"), "token-f1", HISTORIES, 20)
            .report(folder, List.of(), outcomes);

    Figure f1 = treatment(report, "notes/old-to-new/inherited").metrics().get("token-f1");
    assertThat(f1.mean().orElseThrow()).isCloseTo(0.345, EXACTLY);
    assertThat(f1.chance()).isEmpty();
    assertThat(treatment(report, "notes/old-to-new/inherited").metrics())
        .containsOnlyKeys("token-f1", "exact-match");
    assertThat(treatment(report, "notes/old-to-new/inherited").marks())
        .isEqualTo(Map.of("other-words", 200));
    assertThat(report.verdict().decision()).isEqualTo("regressed");
    assertThat(report.verdict().measure()).isEqualTo("token-f1");
    assertThat(report.contrasts())
        .filteredOn(c -> c.measure().equals("token-f1"))
        .extracting(Contrast::name)
        .as("without a chance level there is no ratio to it")
        .contains("delta", "regression")
        .doesNotContain("rpas");
    assertThat(report.limits())
        .anyMatch(l -> l.contains("notes is judged on answers in free text (token-f1)"));
  }

  private static Outcome noisy(String pair, int h, int p) {
    if (pair.equals("empty")) {
      return right(false);
    }
    return right(p < (List.of("no-op", "again").contains(pair) && h < 2 ? 79 : 80));
  }

  private static MadeUpgrade upgrade(String... formats) {
    return new MadeUpgrade(List.of(formats), "accuracy", HISTORIES, PROBES);
  }

  private static Outcomes counts() {
    return (format, pair, h, p) -> {
      Map<String, int[]> counts = format.equals("notes") ? NOTES : CLAIMS;
      return right(!pair.equals("empty") && p < counts.getOrDefault(pair, counts.get("aa"))[h]);
    };
  }

  private static double mean(String pair) {
    return Arrays.stream(NOTES.get(pair)).average().orElseThrow();
  }

  private static void assertPlanned(
      Contrast contrast, double[] valueLowHigh, double[] ps, String decision) {
    assertThat(contrast.value().orElseThrow()).isCloseTo(valueLowHigh[0], EXACTLY);
    assertThat(contrast.low().orElseThrow()).isCloseTo(valueLowHigh[1], EXACTLY);
    assertThat(contrast.high().orElseThrow()).isCloseTo(valueLowHigh[2], EXACTLY);
    assertThat(contrast.histories()).isEqualTo(HISTORIES);
    PlannedTest test = contrast.test().orElseThrow();
    assertThat(test.threshold()).isEqualTo(5);
    assertThat(test.p().orElseThrow()).isCloseTo(ps[0], within(1e-9 * ps[0]));
    assertThat(test.pHolm().orElseThrow()).isCloseTo(ps[1], within(1e-9 * ps[1]));
    assertThat(test.decision()).isEqualTo(decision);
  }

  private static Outcome right(boolean right) {
    return marked(right ? AnswerMark.CORRECT : AnswerMark.WRONG_CODE);
  }

  private static Outcome marked(AnswerMark mark) {
    return new Scored(Optional.of(mark), Optional.empty());
  }

  private static Outcome words(double f1) {
    return new Scored(
        Optional.empty(),
        Optional.of(new FreeTextScore(AnswerMark.OTHER_WORDS, f1)),
        Optional.empty());
  }

  private static Identity model(String name) {
    return new Identity("model", name, new TreeMap<>(Map.of("revision", "1")), List.of());
  }

  private static Identity service(String name) {
    return new Identity(
        "model", name, new TreeMap<>(Map.of(Identity.SERVICE, "openai")), List.of("revision"));
  }

  private static Contrast contrast(RunReport report, String name) {
    return report.contrasts().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  private static Gate gate(RunReport report, String name) {
    return report.gates().stream().filter(g -> g.name().equals(name)).findFirst().orElseThrow();
  }

  private static Treatment treatment(RunReport report, String id) {
    return report.treatments().stream().filter(t -> t.id().equals(id)).findFirst().orElseThrow();
  }
}
