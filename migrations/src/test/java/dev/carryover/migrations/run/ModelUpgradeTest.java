package dev.carryover.migrations.run;

import static dev.carryover.migrations.run.GateRuns.observations;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Observation;
import dev.carryover.core.report.Identity;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.run.CallMeter.Bill;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunException;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.migrations.parts.ScriptedModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs in which the language model changes, on services that behave as they are told. */
class ModelUpgradeTest {
  private static final String UPGRADE =
      """
      name: up
      histories: synthetic:nano?count=3&seed=7
      formats: [notes, lc-raw]
      services:
        a: {kind: scripted, model: forwards, price_in: 1, price_out: 10}
        b: {kind: scripted, model: backwards, price_in: 2, price_out: 20}
      old: {model: a}
      new: {model: b}
      """;

  private static final int PROBES = 60;

  @TempDir private Path folder;

  @BeforeEach
  void everyoneIsThere() {
    ScriptedModel.reset();
  }

  private Gate gate(String yaml, String out, OptionalDouble maxCost, Optional<String> baseline) {
    return new Gate(
        MigrationFileReader.read("up.yaml", yaml.getBytes(StandardCharsets.UTF_8), Map.of()),
        new GateOptions(
            folder.resolve(out),
            new TreeMap<>(),
            2,
            4,
            false,
            Optional.empty(),
            maxCost,
            baseline.map(folder::resolve)),
        new GateListener() {
          @Override
          public void stage(String what) {}

          @Override
          public void progress(long done, long total, String where) {}
        },
        Clock.systemUTC());
  }

  private Gate gate(String yaml, String out) {
    return gate(yaml, out, OptionalDouble.empty(), Optional.empty());
  }

  private static double accuracy(RunReport report, String id) {
    return report.treatments().stream()
        .filter(treatment -> treatment.id().equals(id))
        .map(treatment -> treatment.metrics().get("accuracy"))
        .findFirst()
        .orElseThrow()
        .mean()
        .orElseThrow();
  }

  @Test
  void allFourPairsOfWriterAndReaderAreMeasuredInBothDirections() {
    RunReport report = gate(UPGRADE, "run").run();

    assertThat(report.treatments())
        .filteredOn(treatment -> treatment.format().equals("notes"))
        .filteredOn(
            treatment -> !treatment.treatment().matches("no-op|empty|random.*|corrupted.*|again.*"))
        .filteredOn(treatment -> treatment.evidence().equals("normal"))
        .extracting(Treatment::id, Treatment::writer, Treatment::reader)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("notes/old-to-new/before", "a", "a"),
            org.assertj.core.groups.Tuple.tuple("notes/old-to-new/inherited", "a", "b"),
            org.assertj.core.groups.Tuple.tuple("notes/old-to-new/own", "b", "b"),
            org.assertj.core.groups.Tuple.tuple("notes/new-to-old/before", "b", "b"),
            org.assertj.core.groups.Tuple.tuple("notes/new-to-old/inherited", "b", "a"),
            org.assertj.core.groups.Tuple.tuple("notes/new-to-old/own", "a", "a"));
    assertThat(report.contrasts())
        .filteredOn(contrast -> contrast.name().equals("delta"))
        .filteredOn(contrast -> contrast.format().equals("notes"))
        .filteredOn(contrast -> contrast.measure().equals("accuracy"))
        .extracting(Contrast::direction)
        .containsExactly("old-to-new", "new-to-old");
    assertThat(accuracy(report, "notes/old-to-new/own"))
        .as("the new writer keeps the end of a history, where the latest facts are")
        .isNotEqualTo(accuracy(report, "notes/old-to-new/before"));
    assertThat(accuracy(report, "lc-raw/old-to-new/inherited"))
        .as("both read alike, so a format that nobody writes loses nothing")
        .isEqualTo(accuracy(report, "lc-raw/old-to-new/before"));
  }

  @Test
  void deltaAndRpasAreToldForEachHistoryAndDirection() {
    RunReport report = gate(UPGRADE, "run").run();

    for (String direction : List.of("old-to-new", "new-to-old")) {
      for (String history : List.of("nano-0001", "nano-0002", "nano-0003")) {
        Map<String, Double> inherited = figures(report, history, direction, "inherited");
        double own = figures(report, history, direction, "own").get("accuracy");
        double carried = inherited.get("accuracy");
        assertThat(inherited.get("delta(accuracy)")).isEqualTo(own - carried);
        if (own < 0.20) {
          assertThat(inherited).as("own under chance + 0.20").doesNotContainKey("rpas(accuracy)");
        } else {
          assertThat(inherited.get("rpas(accuracy)")).isCloseTo(carried / own, within(1e-12));
        }
      }
    }
  }

  private static Map<String, Double> figures(
      RunReport report, String history, String direction, String treatment) {
    return report.perHistory().stream()
        .filter(row -> row.history().equals(history))
        .filter(row -> row.treatment().equals("notes/" + direction + "/" + treatment))
        .findFirst()
        .orElseThrow()
        .metrics();
  }

  @Test
  void oneModelsRequestsStayTogether() {
    gate(UPGRADE, "run").run();

    List<String> answering = new ArrayList<>();
    for (String asked : ScriptedModel.ASKED) {
      if (answering.isEmpty() || !answering.get(answering.size() - 1).equals(asked)) {
        answering.add(asked);
      }
    }
    assertThat(answering.size())
        .as("the servers change places a few times, not at every cell: %s", answering)
        .isLessThanOrEqualTo(4);
  }

  @Test
  void whatWritingAndAnsweringTookIsInTheCost() {
    RunReport report = gate(UPGRADE, "run").run();

    long calls = ScriptedModel.ASKED.size();
    assertThat(report.cost().tokensIn()).isEqualTo(40 * calls);
    assertThat(report.cost().tokensOut()).isEqualTo(2 * calls);
    assertThat(report.cost().dollars().orElseThrow())
        .isCloseTo(dollars("forwards", 1, 10) + dollars("backwards", 2, 20), within(1e-12));
  }

  private static org.assertj.core.data.Offset<Double> within(double offset) {
    return org.assertj.core.data.Offset.offset(offset);
  }

  private static double dollars(String model, double in, double out) {
    long calls = ScriptedModel.ASKED.stream().filter(model::equals).count();
    return calls * (40 * in + 2 * out) / 1e6;
  }

  @Test
  void aDryRunCallsNobodyAndNamesTheMostThatARunWillTake() {
    List<Bill> bills = gate(UPGRADE, "run").estimate();

    assertThat(ScriptedModel.ASKED).isEmpty();
    assertThat(folder.resolve("run")).doesNotExist();
    gate(UPGRADE, "run").run();
    assertThat(bills).extracting(Bill::service).containsExactly("a", "b");
    for (Bill bill : bills) {
      String model = bill.service().equals("a") ? "forwards" : "backwards";
      long calls = ScriptedModel.ASKED.stream().filter(model::equals).count();
      assertThat(bill.calls()).isEqualTo(calls);
      assertThat(bill.usage().tokensIn()).isEqualTo(100 * calls);
      assertThat(bill.dollars()).isPresent();
    }
  }

  @Test
  void aRunStopsBeforeItGoesOverItsCostAndGoesOnWithMore() {
    double enough = gate(UPGRADE, "whole").run().cost().dollars().orElseThrow();
    ScriptedModel.reset();

    assertThatThrownBy(
            () -> gate(UPGRADE, "run", OptionalDouble.of(enough / 2), Optional.empty()).run())
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("--max-cost");
    double spent = dollars("forwards", 1, 10) + dollars("backwards", 2, 20);
    assertThat(spent).isPositive().isLessThanOrEqualTo(enough / 2);

    gate(UPGRADE, "run", OptionalDouble.of(enough), Optional.empty()).run();
    assertThat(observations(folder.resolve("run")))
        .isEqualTo(observations(folder.resolve("whole")));
  }

  @Test
  void aLimitOnCostsWantsPrices() {
    String unpriced = UPGRADE.replace(", price_in: 2, price_out: 20", "");

    assertThatThrownBy(() -> gate(unpriced, "run", OptionalDouble.of(1), Optional.empty()).run())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("up.yaml:6")
        .hasMessageContaining("'b' has no price");
  }

  @Test
  void aModelThatChangesInMidRunStopsItWithEverythingKept() {
    Gate gate = gate(UPGRADE, "run");
    ScriptedModel.reset();
    Thread changer =
        new Thread(
            () -> {
              while (ScriptedModel.ASKED.size() < PROBES) {
                Thread.onSpinWait();
              }
              ScriptedModel.change("backwards");
            });
    changer.start();

    assertThatThrownBy(gate::run)
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("'backwards' is another model now");
    List<Observation> kept = observations(folder.resolve("run"));
    assertThat(kept).isNotEmpty();

    assertThatThrownBy(() -> gate(UPGRADE, "run").run())
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("a model is not the one that began the run");
    assertThat(observations(folder.resolve("run"))).isEqualTo(kept);
  }

  @Test
  void aServiceThatIsDownStopsTheRunEarlyAndIsNotAskedForEverything() {
    ScriptedModel.breakDown("backwards");

    assertThatThrownBy(() -> gate(UPGRADE.replace("[notes, lc-raw]", "[lc-raw]"), "run").run())
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("failed in a row")
        .hasMessageContaining("'backwards' is down");
    assertThat(observations(folder.resolve("run")))
        .filteredOn(observation -> !observation.isFailed())
        .isNotEmpty();
  }

  @Test
  void aHistoryThatDoesNotFitTheContextIsFoundBeforeAnythingIsAsked() {
    String small = UPGRADE.replace("model: backwards", "model: backwards, context: 500");

    assertThatThrownBy(() -> gate(small, "run").run())
        .isInstanceOf(PreflightException.class)
        .satisfies(
            e ->
                assertThat(((PreflightException) e).problems())
                    .singleElement()
                    .satisfies(
                        problem -> {
                          assertThat(problem.what()).contains("'b' has a context of 500 tokens");
                          assertThat(problem.remedy()).contains("larger context");
                        }));
    assertThat(ScriptedModel.ASKED).isEmpty();
  }

  @Test
  void aTranscriptOverTheReadersBudgetIsFoundBeforeAnythingIsAsked() {
    assertThatThrownBy(() -> gate(UPGRADE + "budgets: {reader_bytes: 600}\n", "run").run())
        .isInstanceOf(PreflightException.class)
        .satisfies(
            e ->
                assertThat(((PreflightException) e).problems())
                    .allSatisfy(problem -> assertThat(problem.what()).contains("readers get 600"))
                    .isNotEmpty());
    assertThat(ScriptedModel.ASKED).isEmpty();
  }

  @Test
  void aRetiredModelIsComparedWithByAnEarlierRun() {
    RunReport whole = gate(UPGRADE, "whole").run();
    ScriptedModel.reset();
    RunReport before = gate(UPGRADE, "baseline").baseline();
    assertThat(ScriptedModel.ASKED).doesNotContain("backwards").hasSize(2 * PROBES + 3);
    assertThat(before.verdict().decision()).isEqualTo("not-measurable");
    assertThat(before.verdict().reason()).contains("only what the old side does");

    ScriptedModel.reset();
    ScriptedModel.retire("forwards");
    RunReport report = gate(UPGRADE, "run", OptionalDouble.empty(), Optional.of("baseline")).run();

    assertThat(ScriptedModel.ASKED).doesNotContain("forwards").isNotEmpty();
    for (String treatment : List.of("before", "inherited", "own")) {
      String id = "notes/old-to-new/" + treatment;
      assertThat(accuracy(report, id)).isEqualTo(accuracy(whole, id));
    }
    assertThat(report.hypotheses()).hasSameSizeAs(whole.hypotheses());
    assertThat(report.identities()).extracting(Identity::name).contains("a", "b");
    assertThat(report.treatments()).extracting(Treatment::direction).containsOnly("old-to-new");
    assertThat(String.join(" ", report.limits())).contains("taken from an earlier run");
    assertThat(report.cost().tokensIn())
        .as("what the earlier run was paid for is not paid for again")
        .isEqualTo(40L * ScriptedModel.ASKED.size());
  }

  @Test
  void anEarlierRunUnderOtherBudgetsIsRefused() {
    gate(UPGRADE, "baseline").baseline();

    assertThatThrownBy(
            () ->
                gate(
                        UPGRADE + "budgets: {reader_bytes: 100000}\n",
                        "run",
                        OptionalDouble.empty(),
                        Optional.of("baseline"))
                    .run())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("reader_bytes");
  }

  @Test
  void anEarlierRunIsRefusedWhereTheReaderThatStaysIsNotTheOneThatItWas() {
    String writers =
        UPGRADE
            .replace("old: {model: a}", "old: {writer: b, reader: a}")
            .replace("new: {model: b}", "new: {writer: a, reader: a}");
    gate(writers, "baseline").baseline();

    assertThatThrownBy(
            () ->
                gate(
                        writers.replace("model: forwards", "model: forwards, prompt: other"),
                        "run",
                        OptionalDouble.empty(),
                        Optional.of("baseline"))
                    .run())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("a.reader.prompt");

    ScriptedModel.change("forwards");
    assertThatThrownBy(
            () -> gate(writers, "run", OptionalDouble.empty(), Optional.of("baseline")).run())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("--baseline")
        .hasMessageContaining("'a' was {")
        .hasMessageContaining("revision=2");
  }

  @Test
  void aStoreThatAnotherPromptWroteIsNotTakenForThisOnes() throws Exception {
    gate(UPGRADE, "run").run();
    Files.write(folder.resolve("run/observations.jsonl"), new byte[0]);

    assertThatThrownBy(
            () ->
                gate(UPGRADE.replace("model: forwards", "model: forwards, prompt: other"), "run")
                    .run())
        .isInstanceOf(RunException.class)
        .hasMessageContaining("'prompt' usual, which is other now");
  }

  @Test
  void aDryRunTellsTheWholeBillWhateverTheLimit() {
    List<Bill> whole = gate(UPGRADE, "run").estimate();

    assertThat(gate(UPGRADE, "run", OptionalDouble.of(1e-6), Optional.empty()).estimate())
        .isEqualTo(whole);
  }

  @Test
  void anEarlierRunOfOtherHistoriesIsRefused() {
    gate(UPGRADE, "baseline").baseline();

    assertThatThrownBy(
            () ->
                gate(
                        UPGRADE.replace("seed=7", "seed=8"),
                        "run",
                        OptionalDouble.empty(),
                        Optional.of("baseline"))
                    .run())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("--baseline")
        .hasMessageContaining("histories.sha256");
  }

  @Test
  void anEarlierRunWithoutItsStoresIsRefusedByNameOfTheStoreThatIsMissing() throws Exception {
    gate(UPGRADE, "baseline").baseline();
    ScriptedModel.retire("forwards");
    Files.move(folder.resolve("baseline/stores"), folder.resolve("elsewhere"));

    assertThatThrownBy(
            () -> gate(UPGRADE, "run", OptionalDouble.empty(), Optional.of("baseline")).run())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("does not hold the store of history");
  }

  @Test
  void notesThatExistAlreadyAreTakenOverAsTheOldStore() throws Exception {
    gate(UPGRADE, "first").run();
    Path mine = folder.resolve("mine");
    try (RunDirectory.Finished run = RunDirectory.read(folder.resolve("first"))) {
      for (String history : run.record().plan().histories()) {
        Files.createDirectories(mine);
        Files.writeString(mine.resolve(history + ".md"), "nothing is known\n");
      }
    }

    RunReport report =
        gate(UPGRADE.replace("[notes, lc-raw]", "[notes]") + "store: notes:" + mine + "\n", "run")
            .run();

    assertThat(accuracy(report, "notes/old-to-new/before")).isZero();
    assertThat(accuracy(report, "notes/old-to-new/own")).isPositive();
  }
}
