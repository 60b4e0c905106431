package dev.carryover.repair.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.carryover.core.Cell;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.Usage;
import dev.carryover.core.report.RepairReport;
import dev.carryover.core.report.RepairReport.Choice;
import dev.carryover.core.report.RepairReport.HistoryCost;
import dev.carryover.core.report.RepairReport.Recovered;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.HistoryFigures;
import dev.carryover.core.run.PlannedRepair;
import dev.carryover.core.run.PlannedRepair.Needs;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.spi.SettingException;
import dev.carryover.repair.cost.ModelPrice;
import dev.carryover.repair.cost.PriceList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * The cost to recover of a small table. The expected values were computed with NumPy 2.4.6, {@code
 * min} and {@code median} over the attempts of each history that did not fail and have {@code
 * accuracy >= target * own}.
 */
class RecoveryTest {
  private static final List<String> METHODS = List.of("a", "b");
  private static final List<Integer> EFFORTS = List.of(25, 50, 100);

  /** Own, then accuracies of a at 25, 50, 100 and of b at 25, 50, 100. */
  private static final Map<String, double[]> ACCURACY = new LinkedHashMap<>();

  /** Tokens in the same order. */
  private static final Map<String, int[]> TOKENS = new LinkedHashMap<>();

  static {
    ACCURACY.put("h1", new double[] {.80, .60, .76, .80, .70, .72, .75});
    ACCURACY.put("h2", new double[] {.90, .50, .85, .90, .90, .82, .89});
    ACCURACY.put("h3", new double[] {.60, .30, .40, .50, .20, .30, .35});
    ACCURACY.put("h4", new double[] {.00, .10, .10, .10, .10, .10, .10});
    TOKENS.put("h1", new int[] {10, 20, 40, 5, 15, 30});
    TOKENS.put("h2", new int[] {12, 22, 44, 6, 16, 33});
    TOKENS.put("h3", new int[] {11, 21, 42, 5, 15, 30});
    TOKENS.put("h4", new int[] {10, 20, 40, 5, 15, 30});
  }

  @Test
  void theCostToRecoverIsTheCheapestThatReachesTheTargetHistoryByHistory() {
    RepairReport report = report(PriceList.NONE, .95);

    assertThat(costs(report, .90)).containsExactly(15, 16, -1);
    assertThat(costs(report, .95)).containsExactly(20, 33, -1);
    assertThat(costs(report, .99)).containsExactly(40, 44, -1);
  }

  @Test
  void successesStandBesideTheMedianAmongThem() {
    assertThat(report(PriceList.NONE, .95).recovered())
        .extracting(
            some -> some.reached().target(),
            some -> some.reached().histories(),
            some -> some.reached().of(),
            Recovered::medianCost)
        .containsExactly(
            tuple(.90, 2, 3, OptionalDouble.of(15.5)),
            tuple(.95, 2, 3, OptionalDouble.of(26.5)),
            tuple(.99, 2, 3, OptionalDouble.of(42)));
  }

  @Test
  void aFailedRepairIsChargedAndScoredAndRestoresNothing() {
    RepairReport report = report(PriceList.NONE, .95);

    RepairReport.Row failed =
        report.grid().stream()
            .filter(row -> row.method().equals("b") && row.effort() == 25)
            .findFirst()
            .orElseThrow();
    assertThat(failed.failed()).isEqualTo(1);
    assertThat(failed.cost()).hasValue((5 + 6 + 5 + 5) / 4.0);
    assertThat(failed.accuracy().orElseThrow()).isCloseTo(1.9 / 4, within());
    assertThat(failed.reached().get(1).histories()).isZero();
    assertThat(report.limits()).anyMatch(limit -> limit.contains("1 of these stores reach"));
  }

  @Test
  void aHistoryWhoseOwnStoreIsWorthNothingIsLeftOutAndCounted() {
    RepairReport report = report(PriceList.NONE, .95);

    assertThat(report.places().get(0).ownWorthless()).isEqualTo(1);
    assertThat(report.perHistory()).extracting(HistoryCost::history).doesNotContain("h4");
  }

  @Test
  void theChoiceForAllHistoriesIsTheCheapestWhoseMeanReachesTheTarget() {
    RepairReport report = report(PriceList.NONE, .91);

    Choice choice =
        report.choices().stream().filter(c -> c.target() == .91).findFirst().orElseThrow();
    // own 0.575; a at 50 has 0.5275, which is 0.917 of it, and b at 100 has 0.5225: 0.909
    assertThat(choice.method()).contains("a");
    assertThat(choice.effort()).hasValue(50);
    assertThat(choice.expectedCost()).hasValue((20 + 22 + 21 + 20) / 4.0 * 4);
    assertThat(report.decision()).isEqualTo(RepairReport.RESTORED);
    assertThat(report(PriceList.NONE, 1).choices().get(3).method()).contains("a");
  }

  @Test
  void withAPriceForAllWhoRepairCostsAreDollars() {
    SortedMap<String, ModelPrice> prices = new TreeMap<>();
    prices.put("new", ModelPrice.ofTokens(2_000_000, 0));

    RepairReport report = report(new PriceList(PriceList.GIVEN, prices), .95);

    assertThat(report.places().get(0).unit()).isEqualTo("dollars");
    assertThat(costs(report, .95)).containsExactly(40, 66, -1);
    assertThat(report.pricing().byTheHour()).isFalse();
  }

  @Test
  void aGivenListThatLacksAModelIsRefusedByItsName() {
    PriceList other = new PriceList(PriceList.GIVEN, new TreeMap<>(Map.of("x", hour())));

    assertThatThrownBy(() -> Recovery.requirePrices(record(), other))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'new'")
        .hasMessageContaining("models");
  }

  @Test
  void anEmptyGridRestoresNothingAndSaysSo() {
    RepairReport report =
        Recovery.report(record(List.of()), new TreeMap<>(), run(List.of()), PriceList.NONE, .95);

    assertThat(report.decision()).isEqualTo(RepairReport.NOT_RESTORED);
    assertThat(report.grid()).isEmpty();
    assertThat(report.limits()).anyMatch(limit -> limit.startsWith("Nothing was measured"));
  }

  @Test
  void whatCouldNotBeTriedIsNamedWithWhatItNeeds() {
    assertThat(report(PriceList.NONE, .95).outOfReach())
        .containsExactly(new RepairReport.OutOfReach("notes", "rewrite", "the raw history"));
  }

  private static Offset<Double> within() {
    return Offset.offset(1e-12);
  }

  private static ModelPrice hour() {
    return new ModelPrice(Optional.empty(), OptionalDouble.empty(), OptionalDouble.of(2.25));
  }

  private static List<Integer> costs(RepairReport report, double target) {
    return report.perHistory().stream()
        .filter(cost -> cost.target() == target)
        .map(cost -> (int) cost.cost().orElse(-1))
        .toList();
  }

  private static RepairReport report(PriceList prices, double target) {
    List<HistoryFigures> figures = new ArrayList<>();
    SortedMap<String, RepairPrice> journalled = new TreeMap<>();
    ACCURACY.forEach(
        (history, values) -> {
          figures.add(figure(history, "own", values[0]));
          figures.add(figure(history, "inherited", 0));
          int at = 0;
          for (String method : METHODS) {
            for (int effort : EFFORTS) {
              String name = name(method, effort);
              int[] tokens = TOKENS.getOrDefault(history, new int[0]);
              RepairPrice price = new RepairPrice(1, new Usage(tokens[at], 0), 0);
              boolean failed = history.equals("h2") && name.equals("repaired-b@25");
              journalled.put(
                  cell(name).withHistory(history).id(),
                  failed ? price.failed("output limit", price.usage()) : price);
              figures.add(figure(history, name, values[++at]));
            }
          }
        });
    return Recovery.report(record(), journalled, run(figures), prices, target);
  }

  private static HistoryFigures figure(String history, String treatment, double accuracy) {
    return new HistoryFigures(
        history, "notes/old-to-new/" + treatment, new TreeMap<>(Map.of("accuracy", accuracy)));
  }

  private static String name(String method, int effort) {
    return "repaired-" + method + (effort == 100 ? "" : "@" + effort);
  }

  private static Cell cell(String name) {
    return new Cell(
        Plan.ANY_HISTORY, "notes", "old+new", "new", "-", "-", name, EvidenceMode.NORMAL, 0);
  }

  private static PlannedTreatment treatment(String name) {
    return new PlannedTreatment("notes", Plan.OLD_TO_NEW, name, Optional.of(cell(name)));
  }

  private static RunRecord record() {
    List<PlannedTreatment> treatments = new ArrayList<>();
    List.of("own", "inherited").forEach(name -> treatments.add(treatment(name)));
    for (String method : METHODS) {
      EFFORTS.forEach(effort -> treatments.add(treatment(name(method, effort))));
    }
    return record(treatments);
  }

  private static RunRecord record(List<PlannedTreatment> treatments) {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("old.writer", "old");
    settings.put("new.writer", "new");
    for (PlannedRepair repair :
        List.of(
            new PlannedRepair("notes", "a", Needs.STORE, true),
            new PlannedRepair("notes", "rewrite", Needs.HISTORY, false))) {
      settings.put(repair.entry().getKey(), repair.entry().getValue());
    }
    return new RunRecord(
        RunRecord.SCHEMA,
        "table",
        RunRecord.Status.FINISHED,
        new TreeMap<>(),
        settings,
        new Plan(
            List.copyOf(ACCURACY.keySet()),
            List.of(
                new PlannedFormat(
                    "notes", new TreeMap<>(), OptionalInt.empty(), Optional.of("accuracy"))),
            treatments,
            new Plan.Rule("keep", List.of("before"), .05, 0),
            7),
        List.of(),
        List.of(),
        List.of(),
        new TreeMap<>(),
        new RunRecord.Clock("", "", 0, "", ""),
        List.of());
  }

  private static RunReport run(List<HistoryFigures> figures) {
    return new RunReport(
        RunReport.SCHEMA,
        new RunReport.RunInfo("table", "", "", "", 0, "", "", "", new TreeMap<>()),
        new RunReport.Verdict(
            "inconclusive",
            "",
            .05,
            "accuracy",
            "keep",
            Plan.OLD_TO_NEW,
            0,
            OptionalInt.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty()),
        List.of(),
        List.of(),
        List.of(),
        figures,
        List.of(),
        List.of(),
        List.of(),
        new RunReport.Cost(0, 0, 0, 0, OptionalDouble.empty()),
        new TreeMap<>(),
        List.of());
  }
}
