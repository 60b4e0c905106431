package dev.carryover.migrations.analysis;

import static dev.carryover.migrations.analysis.MadeRun.answered;
import static dev.carryover.migrations.analysis.MadeRun.failed;
import static dev.carryover.migrations.analysis.MadeRun.found;
import static dev.carryover.migrations.analysis.MadeRun.ranks;
import static dev.carryover.migrations.analysis.MadeRun.unscored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.Observation.Outcome;
import dev.carryover.core.report.Figure;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.report.RunReport.HistoryFigures;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.stats.Interval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report's figures, computed again from the made-up outcomes themselves. */
class FiguresTest {
  private static final int HISTORIES = 6;
  private static final int PROBES = 9;

  /** Student's t, two-sided 95 %, 5 degrees of freedom: any printed table. */
  private static final double T_5 = 2.570581835636314;

  private static final Offset<Double> EXACTLY = within(1e-12);

  @TempDir private Path folder;

  @Test
  void meansAndIntervalsAreThoseOfHistoriesNotOfProbes() {
    RunReport report = report();

    for (String name : List.of("before", "inherited", "mixed-50", "own", "no-op", "shuffled")) {
      double[] means = new double[HISTORIES];
      for (int h = 0; h < HISTORIES; h++) {
        means[h] = mean(recalls(name, h));
      }
      Figure figure = figure(report, "rag/old-to-new/" + name, "recall@8");
      assertMeanAndInterval(figure, means);
      assertThat(figure.histories()).isEqualTo(HISTORIES);
      assertThat(figure.scored()).isEqualTo(HISTORIES * (PROBES - 1) + HISTORIES - 1);
      assertThat(figure.unscored()).as("the last probe but in one history").isEqualTo(1);
      assertThat(figure.failed()).isZero();
    }
  }

  @Test
  void reciprocalRanksAreThoseOfTheFirstEvidence() {
    double[] means = new double[HISTORIES];
    for (int h = 0; h < HISTORIES; h++) {
      List<Double> values = new ArrayList<>();
      for (int p = 0; p < PROBES; p++) {
        int[] ranks = drawn("inherited", h, p);
        if (ranks.length > 0) {
          values.add(
              Arrays.stream(ranks).filter(r -> r > 0).mapToDouble(r -> 1.0 / r).max().orElse(0));
        }
      }
      means[h] = mean(values);
    }

    assertMeanAndInterval(figure(report(), "rag/old-to-new/inherited", "mrr"), means);
  }

  @Test
  void chanceStandsBesideRecall() {
    Figure recall = figure(report(), "rag/old-to-new/before", "recall@8");

    assertThat(recall.chance().orElseThrow()).isCloseTo(8.0 / MadeRun.ITEMS, EXACTLY);
  }

  @Test
  void familiesSumUpTheirOwnProbes() {
    Treatment before = treatment(report(), "rag/old-to-new/before");
    double[] means = new double[HISTORIES];
    for (int h = 0; h < HISTORIES; h++) {
      List<Double> odd = new ArrayList<>();
      for (int p = 1; p < PROBES; p += 2) {
        odd.add(recall(drawn("before", h, p)));
      }
      means[h] = mean(odd);
    }

    assertThat(before.families()).containsOnlyKeys("f0", "f1");
    assertMeanAndInterval(
        Objects.requireNonNull(before.families().get("f1").get("recall@8")), means);
  }

  @Test
  void everyMeanCanBeRecomputedFromTheHistories() {
    RunReport report = report();
    for (Treatment treatment : report.treatments()) {
      treatment
          .metrics()
          .forEach(
              (metric, figure) -> {
                double[] values =
                    report.perHistory().stream()
                        .filter(row -> row.treatment().equals(treatment.id()))
                        .map(HistoryFigures::metrics)
                        .filter(row -> row.containsKey(metric))
                        .mapToDouble(row -> row.get(metric))
                        .toArray();
                assertThat(values).as(treatment.id()).hasSize(figure.histories());
                assertThat(figure.mean()).hasValue(Arrays.stream(values).average().orElseThrow());
              });
    }
    assertThat(report.perHistory()).hasSize(report.treatments().size() * HISTORIES);
  }

  @Test
  void differencesAreTakenProbeByProbe() {
    RunReport report = report();

    assertContrast(report, "regression", "old-to-new", "before", "inherited");
    assertContrast(report, "delta", "old-to-new", "own", "inherited");
    assertContrast(report, "rewrite-gain", "old-to-new", "own", "before");
    assertContrast(report, "regression", "new-to-old", "own", "way-back");
    assertContrast(report, "delta", "new-to-old", "before", "way-back");
  }

  @Test
  void rpasIsTheMeanOfTheHistoriesRatios() {
    Contrast rpas = contrast(report(), "rpas", "old-to-new", "recall@8");
    double chance = 8.0 / MadeRun.ITEMS;
    double[] ratios = new double[HISTORIES];
    for (int h = 0; h < HISTORIES; h++) {
      ratios[h] = (mean(recalls("inherited", h)) - chance) / (mean(recalls("own", h)) - chance);
    }

    assertThat(rpas.value().orElseThrow()).isCloseTo(mean(ratios), EXACTLY);
    Interval interval = interval(ratios);
    assertThat(rpas.low().orElseThrow()).isCloseTo(interval.low(), EXACTLY);
    assertThat(rpas.high().orElseThrow()).isCloseTo(interval.high(), EXACTLY);
    assertThat(rpas.histories()).isEqualTo(HISTORIES);
  }

  @Test
  void rpasHasNoValueAsSoonAsOneHistoryHasNothingToCarryOver() {
    RunReport report =
        MadeRun.of("", List.of("rag"), 5, 10, false)
            .report(folder, (name, h, p) -> found(h > 0 || !name.equals("own") || p < 2));

    Contrast rpas = contrast(report, "rpas", "old-to-new", "recall@8");

    assertThat(rpas.value()).as("own is 0.20, under chance + 0.20 in history 0").isEmpty();
    assertThat(rpas.low()).isEmpty();
    assertThat(rpas.histories()).isEqualTo(4);
    assertThat(contrast(report, "delta", "old-to-new", "recall@8").value()).isPresent();
  }

  @Test
  void theRouterTakesRecallThenTheFirstRankThenOwn() {
    RunReport report =
        MadeRun.of("", List.of("rag"), 2, 4, false)
            .report(
                folder,
                (name, h, p) ->
                    switch (name + " " + p) {
                      case "before 0" -> ranks(8, 7);
                      case "own 0" -> ranks(1, 9);
                      case "before 1" -> ranks(5, 5);
                      case "own 1" -> ranks(2, 8);
                      case "before 2" -> ranks(3, 0);
                      case "own 2" -> ranks(4, 0);
                      case "before 3" -> unscored();
                      default -> ranks(6, 6);
                    });

    Figure recall = figure(report, "rag/old-to-new/ideal-router", "recall@8");
    Figure mrr = figure(report, "rag/old-to-new/ideal-router", "mrr");

    assertThat(recall.mean()).hasValue((1 + 1 + 0.5 + 1) / 4);
    assertThat(mrr.mean().orElseThrow())
        .as("before by recall, own by rank, before by rank, own where before is unscored")
        .isCloseTo((1.0 / 7 + 1.0 / 2 + 1.0 / 3 + 1.0 / 6) / 4, EXACTLY);
    assertThat(recall.scored()).isEqualTo(8);
  }

  @Test
  void theRouterPrefersOwnOnATie() {
    RunReport report =
        MadeRun.of("", List.of("rag"), 2, 4, true)
            .report(folder, (name, h, p) -> answered(name.equals("own")));

    assertThat(figure(report, "rag/old-to-new/ideal-router", "accuracy").mean()).hasValue(1);
  }

  @Test
  void failuresAreCountedAndLeftOutOfMeans() {
    RunReport report =
        MadeRun.of("max_failed: 100", List.of("rag"), 3, 4, false)
            .report(
                folder,
                (name, h, p) -> name.equals("inherited") && p == 0 ? failed() : found(p % 2 == 0));

    Figure figure = figure(report, "rag/old-to-new/inherited", "recall@8");

    assertThat(figure.failed()).isEqualTo(3);
    assertThat(figure.scored()).isEqualTo(9);
    assertThat(figure.mean().orElseThrow()).isCloseTo(1.0 / 3, EXACTLY);
  }

  @Test
  void whatNobodyScoredIsLeftOutAndNeverZero() {
    RunReport report =
        MadeRun.of("", List.of("rag"), 3, 4, false).report(folder, (name, h, p) -> unscored());

    assertThat(treatment(report, "rag/old-to-new/before").metrics()).isEmpty();
    assertThat(report.perHistory()).allSatisfy(row -> assertThat(row.metrics()).isEmpty());
    assertThat(report.verdict().decision()).isEqualTo("not-measurable");
  }

  @Test
  void equalHistoriesHaveNoIntervalThatWouldLookLikeCertainty() {
    RunReport report =
        MadeRun.of("", List.of("rag"), 5, 4, false).report(folder, (name, h, p) -> found(true));

    Figure figure = figure(report, "rag/old-to-new/before", "recall@8");

    assertThat(figure.mean()).hasValue(1);
    assertThat(figure.low()).isEmpty();
    assertThat(figure.high()).isEmpty();
  }

  @Test
  void theCostIsWhatWasJournalled() {
    MadeRun run = MadeRun.of("", List.of("rag"), 2, 3, true);
    RunReport report = run.report(folder, (name, h, p) -> answered(true));

    assertThat(report.cost().embeddedTexts()).isEqualTo(run.cells().size() * 10);
    assertThat(report.cost().calls())
        .as("the control that guesses costs nothing")
        .isEqualTo((run.cells().size() - 1) * 2 * 3);
  }

  private RunReport report() {
    return MadeRun.of("", List.of("rag"), HISTORIES, PROBES, false)
        .report(folder, FiguresTest::outcome);
  }

  private static Outcome outcome(String name, int h, int p) {
    int[] ranks = drawn(name, h, p);
    return ranks.length == 0 ? unscored() : ranks(ranks);
  }

  /** Ranks of one to three evidence events, 0 for a miss; none where the probe is unscored. */
  private static int[] drawn(String name, int h, int p) {
    if (p == PROBES - 1 && h == 0) {
      return new int[0];
    }
    double good =
        switch (name) {
          case "before", "own", "no-op" -> 0.8;
          case "shuffled", "empty" -> 0.1;
          default -> 0.6;
        };
    SplittableRandom random =
        new SplittableRandom(
            (name.equals("no-op") ? "before" : name).hashCode() * 31L + h * 100 + p);
    int[] ranks = new int[1 + p % 3];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = random.nextDouble() < good ? 1 + random.nextInt(8) : random.nextInt(2) * 12;
    }
    return ranks;
  }

  private static List<Double> recalls(String name, int h) {
    List<Double> values = new ArrayList<>();
    for (int p = 0; p < PROBES; p++) {
      int[] ranks = drawn(name, h, p);
      if (ranks.length > 0) {
        values.add(recall(ranks));
      }
    }
    return values;
  }

  private static double recall(int[] ranks) {
    return Arrays.stream(ranks).filter(r -> r > 0 && r <= 8).count() / (double) ranks.length;
  }

  private static void assertContrast(
      RunReport report, String name, String direction, String first, String second) {
    Contrast contrast = contrast(report, name, direction, "recall@8");
    double[] means = new double[HISTORIES];
    for (int h = 0; h < HISTORIES; h++) {
      means[h] = mean(recalls(first, h)) - mean(recalls(second, h));
    }
    assertThat(contrast.value().orElseThrow()).as(name).isCloseTo(mean(means), EXACTLY);
    assertThat(contrast.low().orElseThrow()).isCloseTo(interval(means).low(), within(1e-9));
    assertThat(contrast.high().orElseThrow()).isCloseTo(interval(means).high(), within(1e-9));
    assertThat(contrast.histories()).isEqualTo(HISTORIES);
  }

  private static void assertMeanAndInterval(Figure figure, double[] means) {
    assertThat(figure.mean().orElseThrow()).isCloseTo(mean(means), EXACTLY);
    Interval interval = interval(means);
    assertThat(figure.low().orElseThrow()).isCloseTo(interval.low(), within(1e-9));
    assertThat(figure.high().orElseThrow()).isCloseTo(interval.high(), within(1e-9));
  }

  private static Interval interval(double[] means) {
    double reach = T_5 * deviation(means) / Math.sqrt(means.length);
    return new Interval(mean(means) - reach, mean(means) + reach);
  }

  private static double deviation(double[] values) {
    double mean = mean(values);
    return Math.sqrt(
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1));
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
  }

  private static Treatment treatment(RunReport report, String id) {
    return report.treatments().stream().filter(t -> t.id().equals(id)).findFirst().orElseThrow();
  }

  private static Figure figure(RunReport report, String id, String metric) {
    return Objects.requireNonNull(treatment(report, id).metrics().get(metric));
  }

  private static Contrast contrast(
      RunReport report, String name, String direction, String measure) {
    return report.contrasts().stream()
        .filter(c -> c.name().equals(name) && c.direction().equals(direction))
        .filter(c -> c.measure().equals(measure))
        .findFirst()
        .orElseThrow();
  }
}
