package dev.carryover.migrations.run;

import static dev.carryover.migrations.run.GateRuns.SMALL;
import static dev.carryover.migrations.run.GateRuns.observations;
import static dev.carryover.migrations.run.GateRuns.run;
import static dev.carryover.migrations.run.GateRuns.stores;
import static dev.carryover.migrations.run.GateRuns.withoutRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.Observation;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.report.Figure;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.spi.HistorySpec;
import dev.carryover.migrations.analysis.Analyst;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.parts.FlakyEmbedder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs with the real formats, on histories of the generator. */
class GateTest {
  private static final String SIX = SMALL.replace("count=2", "count=6");

  @TempDir private Path folder;

  @AfterEach
  void letTheServiceComeBack() {
    FlakyEmbedder.failEvery(0);
  }

  @Test
  void theRunsSeedIsThatOfHistoriesWhichNameNone() {
    String open = SMALL.replace("&seed=7", "");

    RunReport eleven = run(open + "seed: 11\n", folder.resolve("eleven"));
    RunReport twelve = run(open + "seed: 12\n", folder.resolve("twelve"));

    assertThat(eleven.settings()).containsEntry("histories.seed", "11");
    assertThat(eleven.settings().get("histories.sha256"))
        .isNotEqualTo(twelve.settings().get("histories.sha256"));
  }

  @Test
  void historiesWithoutAQuestionAreRefusedBeforeAnythingIsEmbedded() throws IOException {
    Path chats = folder.resolve("chats.jsonl");
    Files.writeString(
        chats, "{\"id\":\"c\",\"messages\":[{\"speaker\":\"A\",\"content\":\"hi\"}]}\n");

    assertThatThrownBy(
            () -> run(SMALL, Map.of("histories", "jsonl:" + chats), folder.resolve("none")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("holds no question")
        .hasMessageContaining("questions=");
    assertThat(folder.resolve("none")).doesNotExist();
  }

  @Test
  void twoStrangeSpacesRegressAndTheControlsPass() {
    RunReport report =
        run(SMALL.replace("count=2", "count=12").replace(", lc-raw", ""), folder.resolve("run"));

    assertThat(report.verdict().decision()).as(report.verdict().reason()).isEqualTo("regressed");
    assertThat(report.gates()).isNotEmpty().allMatch(Gate::passed);
    assertThat(accuracy(report, "rag/old-to-new/before")).isGreaterThan(0.4);
    assertThat(accuracy(report, "rag/old-to-new/inherited")).isLessThan(0.2);
    assertThat(accuracy(report, "rag/old-to-new/own")).isGreaterThan(0.4);
    assertThat(accuracy(report, "rag/old-to-new/empty")).isZero();
    assertThat(accuracy(report, "rag/old-to-new/random-code-in-view"))
        .isLessThan(accuracy(report, "rag/old-to-new/before"));
    assertThat(accuracy(report, "rag/old-to-new/mixed-50"))
        .isBetween(
            accuracy(report, "rag/old-to-new/inherited"), accuracy(report, "rag/old-to-new/own"));
    assertThat(accuracy(report, "rag/old-to-new/ideal-router"))
        .isGreaterThanOrEqualTo(accuracy(report, "rag/old-to-new/before"));
  }

  @Test
  void theTranscriptDoesNotDependOnTheEmbedder() {
    RunReport report = run(SMALL.replace("rag: {k: 4}, ", ""), folder.resolve("run"));

    assertThat(report.verdict().decision()).isEqualTo("preserved");
    assertThat(report.hypotheses()).isEmpty();
    assertThat(accuracy(report, "lc-raw/old-to-new/before"))
        .isEqualTo(accuracy(report, "lc-raw/old-to-new/inherited"));
  }

  @Test
  void twoRunsOfOnePlanDifferInNothingButTheRun() {
    RunReport one = run(SMALL, folder.resolve("one"));
    RunReport other = run(SMALL, folder.resolve("other"));

    assertThat(withoutRun(one)).isEqualTo(withoutRun(other));
    assertThat(observations(folder.resolve("one")))
        .isEqualTo(observations(folder.resolve("other")));
    assertThat(stores(folder.resolve("one")))
        .isNotEmpty()
        .isEqualTo(stores(folder.resolve("other")));
  }

  @Test
  void theNoOpControlIsWrittenAndEmbeddedAfresh() {
    RunReport report = run(SMALL, folder.resolve("run"));

    List<String> manifests =
        stores(folder.resolve("run")).keySet().stream()
            .filter(file -> file.endsWith("manifest.json"))
            .toList();
    assertThat(manifests)
        .as("rag: before, no-op, own, mixed, shuffled, empty; lc-raw: before, no-op, empty")
        .hasSize(2 * (6 + 3));
    long texts =
        HistorySpec.parse("synthetic:nano?count=2&seed=7").load(false).histories().stream()
            .mapToLong(GateTest::distinctTexts)
            .sum();
    assertThat(report.cost().embeddedTexts())
        .as("each text of a history once by the old embedder, once more for no-op, once by the new")
        .isEqualTo(3 * texts);
  }

  private static long distinctTexts(ProbedHistory history) {
    return history.history().events().stream().map(Event::asLine).distinct().count()
        + history.probes().stream().map(Probe::question).distinct().count();
  }

  @Test
  void theWayBackIsTheForwardWayOfTheSwappedMigration() {
    String swapped =
        SMALL.replace("bag-a", "bag-x").replace("bag-b", "bag-a").replace("bag-x", "bag-b");

    RunReport there = run(SMALL, folder.resolve("there"));
    RunReport back = run(swapped, folder.resolve("back"));

    for (String name : List.of("before", "inherited", "own")) {
      assertThat(treatment(there, "rag/new-to-old/" + name).metrics())
          .as(name)
          .isEqualTo(treatment(back, "rag/old-to-new/" + name).metrics());
    }
  }

  @Test
  void anotherSeedMixesAndShufflesOtherItems() {
    RunReport one = run(SIX, folder.resolve("one"));
    RunReport other = run(SIX, Map.of("seed", "8"), folder.resolve("other"));

    assertThat(treatment(one, "rag/old-to-new/before").metrics())
        .isEqualTo(treatment(other, "rag/old-to-new/before").metrics());
    assertThat(treatment(one, "rag/old-to-new/mixed-50").metrics())
        .isNotEqualTo(treatment(other, "rag/old-to-new/mixed-50").metrics());
  }

  @ParameterizedTest
  @ValueSource(strings = {"lucene-hnsw", "hybrid"})
  void everyIndexThatIsBuiltTheSameWayPassesTheNoOpControl(String index) {
    RunReport report = run(SMALL.replace("k: 4", "k: 4, index: " + index), folder.resolve("run"));

    assertThat(report.gates())
        .filteredOn(gate -> gate.name().equals("rag: no-op changes nothing"))
        .singleElement()
        .matches(Gate::passed);
    assertThat(recall(report, "rag/old-to-new/before"))
        .isGreaterThan(recall(report, "rag/old-to-new/shuffled") + 0.2);
  }

  @Test
  void theGraphThatIsDrawnWithoutASeedIsGatedToo() {
    RunReport report = run(SMALL.replace("k: 4", "k: 4, index: hnswlib"), folder.resolve("run"));

    assertThat(recall(report, "rag/old-to-new/before"))
        .isGreaterThan(recall(report, "rag/old-to-new/shuffled") + 0.2);
  }

  @Test
  void bm25DependsOnNoEmbedder() {
    RunReport report =
        run(SMALL.replace("[rag: {k: 4}, lc-raw]", "[rag: {index: bm25}]"), folder.resolve("run"));

    assertThat(report.verdict().decision()).isEqualTo("preserved");
    assertThat(report.hypotheses()).isEmpty();
  }

  @Test
  void theRecordKeepsWhatWasGivenAndWhatWasResolved() {
    RunReport report = run(SMALL, Map.of("margin", "0.1"), folder.resolve("run"));

    try (RunDirectory.Finished run = RunDirectory.read(folder.resolve("run"))) {
      RunRecord record = run.record();
      assertThat(record.status()).isEqualTo(RunRecord.Status.FINISHED);
      assertThat(record.given()).containsEntry("text", SMALL);
      assertThat(record.settings())
          .containsEntry("margin", "0.1")
          .containsEntry("seed", "7")
          .containsEntry("rag.k", "4")
          .containsEntry("rag.chunk", "event")
          .containsEntry("rag.index", "exact")
          .containsEntry("histories.count", "2")
          .containsEntry("old.embedder", "bag-a")
          .containsEntry("new.reader", "overlap")
          .containsEntry("mixed.percent", "[50]")
          .containsKey("histories.sha256");
      assertThat(record.identities())
          .extracting(i -> i.kind() + " " + i.name())
          .containsExactly("embedder bag-a", "embedder bag-b", "model overlap");
      assertThat(record.versions()).containsKey("carryover");
      assertThat(record.looks()).hasSize(1);
      assertThat(Analyst.analyse(record, run.journal(), "elsewhere"))
          .satisfies(again -> assertThat(withoutRun(again)).isEqualTo(withoutRun(report)));
    }
  }

  @Test
  void nanoHistoriesBringTheirOwnDefaultsWhereTheUserIsSilent() {
    RunReport report =
        run(SMALL.replace("[rag: {k: 4}, lc-raw]", "[rag: {k: 3}]"), folder.resolve("run"));

    assertThat(report.settings()).containsEntry("rag.k", "3").containsEntry("rag.chunk", "event");
    assertThat(treatment(report, "rag/old-to-new/before").metrics()).containsKey("recall@3");
  }

  @Test
  void nothingIsWrittenBeforeTheInputIsKnownToBeGood() {
    Path out = folder.resolve("run");

    assertThatThrownBy(() -> run(SMALL.replace("bag-b", "bag-a-alias"), out))
        .isInstanceOf(PreflightException.class)
        .hasMessageContaining("'bag-a' and 'bag-a-alias' are one vector space under two names")
        .hasMessageContaining("1.000000")
        .hasMessageContaining("name two different embedding models");
    assertThatThrownBy(() -> run(SMALL.replace("bag-b", "bag-wide"), out))
        .isInstanceOf(PreflightException.class)
        .hasMessageContaining("'bag-a' has 256 dimensions and 'bag-wide' has 300");
    assertThatThrownBy(() -> run(SMALL.replace("count=2", "count=none"), out))
        .isInstanceOf(ConfigException.class);
    assertThat(out).doesNotExist();
  }

  @Test
  void dimensionsDoNotMatterWhereNothingIsSearched() {
    RunReport report =
        run(SMALL.replace("bag-b", "bag-wide").replace("rag: {k: 4}, ", ""), folder.resolve("run"));

    assertThat(report.verdict().decision()).isEqualTo("preserved");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bag-a}     | bag-q}    | up.yaml:4: unknown embedder 'bag-q'; known are bag-a, bag-a-alias",
        "bag-b}     | bag-q}    | up.yaml:5: unknown embedder 'bag-q'",
        "{model: overlap, embedder: bag-b} | {model: nobody, embedder: bag-a}"
            + " | up.yaml:5: unknown model 'nobody'; known are blind, crowded, echo, external, overlap, recording",
        "lc-raw]    | diary]    | up.yaml:3: unknown format 'diary'; known are answering, cartridge, external, kg-fixed",
        "lc-raw]    | lc-raw: {k: 1}] | up.yaml:3: unknown setting 'k'",
        "lc-raw]    | recorded] | ok",
        "k: 4 | k: 0 | up.yaml:3: 'k' is '0'; give a whole number from 1",
        "k: 4 | index: flat | up.yaml:3: 'index' is 'flat'; choose one of",
        "synthetic:nano | synthetic:huge | up.yaml:2: unknown scale 'huge'",
        "synthetic:nano | web:nano | up.yaml:2: unknown history source 'web'; known are jsonl",
        "synthetic:nano | nothing | up.yaml:2: 'nothing",
        "count=2    | cuont=2   | up.yaml:2: unknown setting 'cuont'",
        "count=2    | count=0   | up.yaml:2: 'count' is '0'",
      })
  void whatIsUnknownIsBlamedOnItsOwnLine(String find, String replacement, String message) {
    String yaml = SMALL.replace(find, replacement);
    assertThat(yaml).isNotEqualTo(SMALL);
    var gate = GateRuns.gate(yaml, Map.of(), folder.resolve("run"), done -> false);

    if (message.equals("ok")) {
      assertThat(gate.check().identities()).hasSize(3);
      return;
    }
    assertThatThrownBy(gate::check)
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(message);
    assertThatThrownBy(gate::run)
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void historiesGivenAsAnOptionAreBlamedOnTheOption() {
    assertThatThrownBy(
            () -> run(SMALL, Map.of("histories", "synthetic:huge"), folder.resolve("run")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("--histories: unknown scale 'huge'");
  }

  @Test
  void aServiceThatFailsStopsTheRunAndTheSameCallGoesOn() {
    String yaml = SMALL.replace("bag-b", "flaky");
    RunReport undisturbed = run(yaml, folder.resolve("undisturbed"));
    Path out = folder.resolve("run");

    FlakyEmbedder.failEvery(5);
    assertThatThrownBy(() -> run(yaml, out))
        .isInstanceOf(StoppedException.class)
        .hasMessageMatching(
            "\\d+ observations failed, and 'max_failed' allows none; the first: the flaky service went away");
    assertThat(observations(out)).anyMatch(GateTest::failed);

    FlakyEmbedder.failEvery(0);
    RunReport resumed = run(yaml, out);

    assertThat(GateRuns.withoutRunAndCost(resumed))
        .isEqualTo(GateRuns.withoutRunAndCost(undisturbed));
    assertThat(observations(out)).isEqualTo(observations(folder.resolve("undisturbed")));
    assertThat(FlakyEmbedder.open()).as("every embedder was let go of").isZero();
  }

  @Test
  void aServiceThatFailsAtTheStartStopsTheRunBeforeIt() {
    FlakyEmbedder.failEvery(1);

    assertThatThrownBy(() -> run(SMALL.replace("bag-b", "flaky"), folder.resolve("run")))
        .hasMessageContaining("the flaky service went away");
    assertThat(folder.resolve("run")).doesNotExist();
    assertThat(FlakyEmbedder.open()).as("what was started is closed").isZero();
  }

  @Test
  void failuresThatAreAllowedAreCountedAndTriedAgainNextTime() {
    String yaml = SIX.replace("bag-b", "flaky") + "max_failed: 1000\n";
    Path out = folder.resolve("run");

    FlakyEmbedder.failEvery(7);
    RunReport first = run(yaml, out);

    int failed =
        first.treatments().stream()
            .flatMap(t -> t.metrics().values().stream())
            .mapToInt(Figure::failed)
            .sum();
    assertThat(failed).isPositive();

    FlakyEmbedder.failEvery(0);
    RunReport second = run(yaml, out);

    assertThat(second.treatments())
        .allSatisfy(t -> assertThat(t.metrics().values()).allMatch(figure -> figure.failed() == 0));
    try (RunDirectory.Finished run = RunDirectory.read(out)) {
      RunReport again = Analyst.analyse(run.record(), run.journal(), "runs/x");
      assertThat(withoutRun(again)).as("looks included").isEqualTo(withoutRun(second));
    }
  }

  private static boolean failed(Observation observation) {
    return observation.outcome().fold(scored -> false, unscored -> false, failed -> true);
  }

  private static double accuracy(RunReport report, String treatment) {
    return Objects.requireNonNull(treatment(report, treatment).metrics().get("accuracy"))
        .mean()
        .orElseThrow();
  }

  private static double recall(RunReport report, String treatment) {
    return Objects.requireNonNull(treatment(report, treatment).metrics().get("recall@4"))
        .mean()
        .orElseThrow();
  }

  private static Treatment treatment(RunReport report, String id) {
    return report.treatments().stream().filter(t -> t.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void aDryRunWithoutServicesDoesNoWork() {
    Path out = folder.resolve("dry");

    assertThat(GateRuns.gate(GateRuns.SMALL, Map.of(), out, done -> true).estimate()).isEmpty();
    assertThat(out).doesNotExist();
  }
}
