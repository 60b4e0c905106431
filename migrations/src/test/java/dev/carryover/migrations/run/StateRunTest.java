package dev.carryover.migrations.run;

import static dev.carryover.migrations.run.GateRuns.observations;
import static dev.carryover.migrations.run.GateRuns.run;
import static dev.carryover.migrations.run.GateRuns.runAndKill;
import static dev.carryover.migrations.run.GateRuns.stores;
import static dev.carryover.migrations.run.GateRuns.withoutRun;
import static dev.carryover.migrations.run.GateRuns.withoutRunAndCost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.report.Treatment.Price;
import dev.carryover.migrations.file.ConfigException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of a format that keeps the cache of a model, through models whose cache is open. */
class StateRunTest {
  private static final int PROBES = 20;

  /** The same shape: the upgrade that nobody notices. */
  private static final String SILENT = upgrade("wide/1", "wide/2");

  /** Another shape. */
  private static final String LOUD = upgrade("wide/1", "narrow/1");

  @TempDir private Path folder;

  private static String upgrade(String old, String next) {
    return """
        name: state
        histories: synthetic:nano?count=3&seed=7
        formats: [saved-cache, lc-raw]
        services:
          a: {kind: echo, path: %s}
          b: {kind: echo, path: %s}
        old: {model: a}
        new: {model: b}
        """
        .formatted(old, next);
  }

  @Test
  void aCacheAnswersForTheModelThatItWasComputedFor() {
    RunReport report = run(SILENT, folder.resolve("run"));

    Treatment before = treatment(report, "saved-cache/old-to-new/before");
    Treatment raw = treatment(report, "lc-raw/old-to-new/before");
    assertThat(accuracy(before)).isGreaterThan(0.4).isEqualTo(accuracy(raw));
    assertThat(accuracy(treatment(report, "saved-cache/old-to-new/empty"))).isZero();
    assertThat(report.treatments())
        .extracting(Treatment::id)
        .as("there is no text in view to take a code from")
        .doesNotContain("saved-cache/old-to-new/random-code-in-view");
    assertThat(observations(folder.resolve("run")))
        .filteredOn(o -> o.cell().contains("saved-cache") && o.reply().isPresent())
        .isNotEmpty()
        .allSatisfy(o -> assertThat(o.reply().orElseThrow().usage().tokensIn()).isEqualTo(5));
  }

  @Test
  void theCacheOfAnotherModelIsAResultAndNotAFailure() {
    RunReport report = run(SILENT, folder.resolve("run"));

    for (String direction : List.of("old-to-new", "new-to-old")) {
      Treatment inherited = treatment(report, "saved-cache/" + direction + "/inherited");
      assertThat(inherited.incompatible().orElseThrow())
          .startsWith("incompatible: ")
          .contains("wide/1", "wide/2");
      assertThat(accuracy(inherited)).isZero();
      assertThat(inherited.marks()).isEqualTo(Map.of("incompatible", 3 * PROBES));
      assertThat(inherited.metrics().get("accuracy").failed()).isZero();
    }
    assertThat(treatment(report, "lc-raw/old-to-new/inherited").incompatible()).isEmpty();
    assertThat(report.hypotheses())
        .filteredOn(row -> row.format().equals("saved-cache"))
        .singleElement()
        .satisfies(row -> assertThat(row.estimate().orElseThrow()).isGreaterThan(0.4));
    assertThat(report.limits())
        .anySatisfy(
            limit ->
                assertThat(limit).contains("saved-cache/old-to-new/inherited", "wide/1", "wide/2"));
    assertThat(observations(folder.resolve("run")))
        .filteredOn(StateRunTest::incompatible)
        .hasSize(2 * 3 * PROBES)
        .allSatisfy(o -> assertThat(o.reply()).isEmpty());
  }

  @Test
  void aHistoryTooLargeForItsReadersIsFoundBeforeACacheIsMade() {
    String small =
        SILENT.replace("[saved-cache, lc-raw]", "[saved-cache]") + "budgets: {reader_bytes: 600}\n";

    assertThatThrownBy(() -> run(small, folder.resolve("run")))
        .isInstanceOf(PreflightException.class)
        .satisfies(
            e ->
                assertThat(((PreflightException) e).problems())
                    .isNotEmpty()
                    .allSatisfy(
                        problem -> assertThat(problem.what()).contains("saved-cache", "600")));
    assertThat(folder.resolve("run/stores"))
        .satisfiesAnyOf(
            stores -> assertThat(stores).doesNotExist(),
            stores -> assertThat(stores).isEmptyDirectory());
  }

  @Test
  void aForcedLoadIsMeasuredAgainstTheReadersOwnCache() {
    RunReport report = run(SILENT, Map.of("force_same_shape", "true"), folder.resolve("run"));

    Treatment inherited = treatment(report, "saved-cache/old-to-new/inherited");
    Treatment own = treatment(report, "saved-cache/old-to-new/own");
    assertThat(inherited.incompatible()).isEmpty();
    assertThat(accuracy(inherited)).isBetween(0.1, accuracy(own) - 0.1);
    for (String direction : List.of("old-to-new", "new-to-old")) {
      Contrast kl = contrast(report, "silent-load KL", direction).orElseThrow();
      assertThat(kl.value().orElseThrow()).isCloseTo(0.6 * Math.log(7), within(1e-6));
      assertThat(kl.unit()).contains("nats");
      assertThat(kl.histories()).isEqualTo(3);
      assertThat(contrast(report, "silent-load changed answers", direction).orElseThrow().value())
          .hasValueCloseTo(changed(direction), within(1e-9));
    }
    assertThat(report.limits()).anySatisfy(limit -> assertThat(limit).contains("force_same_shape"));
    assertThat(report.settings()).containsEntry("saved-cache.force_same_shape", "true");
  }

  /** The mean over histories of the share of answers that differ, told from the journal. */
  private double changed(String direction) {
    String reader = direction.equals("old-to-new") ? "b" : "a";
    String writer = direction.equals("old-to-new") ? "a" : "b";
    Map<String, Observation> own = byProbe("writer=" + reader + "/reader=" + reader);
    Map<String, Observation> silent = byProbe("writer=" + writer + "/reader=" + reader);
    assertThat(own).hasSize(3 * PROBES);
    long changed =
        own.entrySet().stream()
            .filter(entry -> !entry.getValue().reply().equals(silent.get(entry.getKey()).reply()))
            .count();
    assertThat(changed).isPositive();
    return changed / (3.0 * PROBES);
  }

  private Map<String, Observation> byProbe(String players) {
    return observations(folder.resolve("run")).stream()
        .filter(o -> o.cell().contains("saved-cache/" + players))
        .filter(o -> o.cell().endsWith("as-written/normal/0"))
        .collect(
            java.util.stream.Collectors.toMap(
                o -> o.cell().substring(0, o.cell().indexOf('/')) + " " + o.probe(), o -> o));
  }

  @Test
  void whatDoesNotFitStaysIncompatibleEvenByForce() {
    RunReport report = run(LOUD, Map.of("force_same_shape", "true"), folder.resolve("run"));

    assertThat(treatment(report, "saved-cache/old-to-new/inherited").incompatible()).isPresent();
    assertThat(report.contrasts())
        .extracting(Contrast::name)
        .noneMatch(name -> name.startsWith("silent-load"));
  }

  @Test
  void forceNeedsAFormatThatKeepsACache() {
    String notes = SILENT.replace("[saved-cache, lc-raw]", "[lc-raw]");

    assertThatThrownBy(() -> run(notes, Map.of("force_same_shape", "true"), folder.resolve("run")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("--force-same-shape")
        .hasMessageContaining("saved-cache");
  }

  @Test
  void aModelWhoseCacheIsNotOpenIsRefusedBeforeAnythingIsWritten() {
    String shut = SILENT.replace("new: {model: b}", "new: {model: overlap}");

    assertThatThrownBy(() -> run(shut, folder.resolve("run")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("overlap");
    String two = SILENT.replace("new: {model: b}", "new: {writer: a, reader: b}");
    assertThatThrownBy(() -> run(two, folder.resolve("run")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("up.yaml:8")
        .hasMessageContaining("'a' writes and 'b' reads");
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @Test
  void repairsAreMeasuredInBothDirectionsWithTheirPrice() {
    RunReport report =
        run(SILENT.replace("lc-raw]", "lc-raw, notes]") + "repairs: true\n", folder.resolve("run"));

    for (String direction : List.of("old-to-new", "new-to-old")) {
      Treatment cache = treatment(report, "saved-cache/" + direction + "/repaired-re-prefill");
      assertThat(accuracy(cache))
          .isEqualTo(accuracy(treatment(report, "saved-cache/" + direction + "/own")))
          .isGreaterThan(0.4);
      Price price = cache.price().orElseThrow();
      assertThat(price.calls()).isEqualTo(1);
      assertThat(price.tokensIn()).as("a token a sentence").isBetween(20.0, 32.0);
      assertThat(price.tokensOut()).isZero();
      assertThat(price.histories()).isEqualTo(3);
      Treatment notes = treatment(report, "notes/" + direction + "/repaired-rewrite");
      assertThat(accuracy(notes))
          .isEqualTo(accuracy(treatment(report, "notes/" + direction + "/own")));
      assertThat(notes.price().orElseThrow().tokensOut()).isGreaterThanOrEqualTo(3);
    }
    assertThat(report.treatments())
        .filteredOn(t -> t.treatment().startsWith("repaired-"))
        .extracting(Treatment::format)
        .as("a transcript needs none")
        .doesNotContain("lc-raw")
        .hasSize(6);
    assertThat(report.treatments())
        .filteredOn(t -> !t.treatment().startsWith("repaired-"))
        .allSatisfy(t -> assertThat(t.price()).isEmpty());
    assertThat(report.perHistory())
        .filteredOn(row -> row.treatment().endsWith("repaired-re-prefill"))
        .hasSize(6)
        .allSatisfy(row -> assertThat(row.metrics()).containsEntry("price(calls)", 1.0));
  }

  @Test
  void onlyTheRepairsThatAreNamedAreMeasured() {
    String named = SILENT.replace("lc-raw]", "lc-raw, notes]") + "repairs: [re-prefill]\n";

    assertThat(run(named, folder.resolve("run")).treatments())
        .filteredOn(t -> t.treatment().startsWith("repaired-"))
        .extracting(Treatment::id)
        .containsExactly(
            "saved-cache/old-to-new/repaired-re-prefill",
            "saved-cache/new-to-old/repaired-re-prefill");
    assertThatThrownBy(() -> run(named.replace("re-prefill", "magic"), folder.resolve("other")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("'magic'")
        .hasMessageContaining("re-prefill, rewrite, style-rewrite");
  }

  @Test
  void vectorsAreRepairedByEmbeddingThemAnew() {
    String yaml =
        """
        name: vectors
        histories: synthetic:nano?count=2&seed=7
        formats: [rag: {k: 4}]
        old: {model: overlap, embedder: bag-a}
        new: {model: overlap, embedder: bag-b}
        repairs: [re-embed]
        """;

    RunReport report = run(yaml, folder.resolve("run"));

    for (String direction : List.of("old-to-new", "new-to-old")) {
      Treatment repaired = treatment(report, "rag/" + direction + "/repaired-re-embed");
      assertThat(accuracy(repaired))
          .isEqualTo(accuracy(treatment(report, "rag/" + direction + "/own")))
          .isGreaterThan(accuracy(treatment(report, "rag/" + direction + "/inherited")));
      Price price = repaired.price().orElseThrow();
      assertThat(price.embeddedTexts()).as("also of what was embedded before").isPositive();
      assertThat(price.calls()).isZero();
    }
  }

  @Test
  void vectorsOfAnotherDimensionAreIncompatibleWhereTheyAreToBeRewritten() {
    String yaml =
        """
        name: wide
        histories: synthetic:nano?count=2&seed=7
        formats: [rag: {k: 4}]
        old: {model: overlap, embedder: bag-a}
        new: {model: overlap, embedder: bag-wide}
        rollout: rewrite
        mixed: {percent: 50}
        repairs: true
        """;

    RunReport report = run(yaml, folder.resolve("run"));

    for (String name : List.of("inherited", "mixed-50")) {
      assertThat(treatment(report, "rag/old-to-new/" + name).incompatible().orElseThrow())
          .contains("256", "300");
    }
    assertThat(accuracy(treatment(report, "rag/old-to-new/own"))).isPositive();
    assertThat(treatment(report, "rag/old-to-new/repaired-re-embed").incompatible()).isEmpty();
    assertThat(report.hypotheses()).extracting(row -> row.format()).containsExactly("rag");
  }

  @Test
  void aFormatThatIsRunOnPartOfTheHistoriesDescribesAndDecidesNothing() {
    String part =
        SILENT.replace("[saved-cache, lc-raw]", "[saved-cache: {histories: 1}, lc-raw]")
            + "repairs: true\n";

    RunReport report = run(part, folder.resolve("run"));

    assertThat(treatment(report, "saved-cache/old-to-new/own").metrics().get("accuracy"))
        .satisfies(figure -> assertThat(figure.histories()).isEqualTo(1));
    assertThat(treatment(report, "lc-raw/old-to-new/own").metrics().get("accuracy"))
        .satisfies(figure -> assertThat(figure.histories()).isEqualTo(3));
    assertThat(report.hypotheses()).extracting(row -> row.format()).containsExactly("lc-raw");
    assertThat(report.limits())
        .contains(
            "saved-cache is run on 1 of 3 histories: its figures describe and decide nothing.");
    assertThat(report.settings()).containsEntry("saved-cache.histories", "1");
  }

  @Test
  void aRunThatIsKilledAfterAnyBlockEndsAsIfItHadNotBeen() {
    String yaml = SILENT + "repairs: true\n";
    RunReport whole = run(yaml, folder.resolve("whole"));
    Path out = folder.resolve("run");
    long before = 0;
    int kills = 0;
    for (boolean finished = false; !finished; ) {
      long seen = before;
      try {
        runAndKill(yaml, out, done -> done > seen);
        kills++;
      } catch (AssertionError e) {
        finished = true;
      }
      before = observations(out).size();
    }

    assertThat(kills).isGreaterThan(20);
    assertThat(withoutRunAndCost(run(yaml, out))).isEqualTo(withoutRunAndCost(whole));
    assertThat(stores(out)).isEqualTo(stores(folder.resolve("whole")));
    assertThat(observations(out)).isEqualTo(observations(folder.resolve("whole")));
  }

  @Test
  void twoRunsAreTheSame() {
    String yaml = SILENT + "repairs: true\nforce_same_shape: true\n";

    assertThat(withoutRun(run(yaml, folder.resolve("one"))))
        .isEqualTo(withoutRun(run(yaml, folder.resolve("two"))));
    assertThat(stores(folder.resolve("one"))).isEqualTo(stores(folder.resolve("two")));
  }

  @Test
  void aModelInAFolderHereIsNoServiceWhoseAnswersWaver() {
    RunReport report = run(SILENT, folder.resolve("run"));

    assertThat(report.identities())
        .filteredOn(identity -> identity.kind().equals("model"))
        .hasSize(2)
        .allSatisfy(identity -> assertThat(identity.facts()).doesNotContainKey("kind"));
    assertThat(report.gates())
        .extracting(gate -> gate.name())
        .contains("saved-cache: no-op changes nothing", "lc-raw: no-op changes nothing");
    assertThat(GateRuns.gate(SILENT, Map.of(), folder.resolve("dry"), done -> false).estimate())
        .isEmpty();
  }

  private static boolean incompatible(Observation observation) {
    return observation.outcome().scored().flatMap(Scored::mark).stream()
        .anyMatch(AnswerMark.INCOMPATIBLE::equals);
  }

  private static Optional<Contrast> contrast(RunReport report, String name, String direction) {
    return report.contrasts().stream()
        .filter(row -> row.name().equals(name) && row.direction().equals(direction))
        .findFirst();
  }

  private static Treatment treatment(RunReport report, String id) {
    return report.treatments().stream()
        .filter(row -> row.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    id
                        + " is not among "
                        + report.treatments().stream().map(Treatment::id).toList()));
  }

  private static double accuracy(Treatment treatment) {
    return treatment.metrics().get("accuracy").mean().orElseThrow();
  }
}
