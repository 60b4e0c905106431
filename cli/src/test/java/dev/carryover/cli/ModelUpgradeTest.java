package dev.carryover.cli;

import static dev.carryover.cli.Services.PRICED;
import static dev.carryover.cli.Services.gate;
import static dev.carryover.cli.Services.withoutRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.cli.CommandRuns.Said;
import dev.carryover.core.testkit.LoopbackModelServer.Request;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One model follows another, both behind services. */
class ModelUpgradeTest {
  private static final String ALL = "{notes: {cap: 100%}}, kg-fixed, {rag: {k: 2}}, lc-raw";
  private static final int HISTORIES = 6;
  private static final int PROBES = 20;

  @TempDir private static Path shared;
  private static Said said = new Said(-1, "", "");
  private static Map<String, Object> report = Map.of();
  private static List<Request> asked = List.of();

  @TempDir private Path folder;

  @BeforeAll
  static void upgrade() {
    try (Services services = new Services()) {
      said = gate(shared, services.config(shared, HISTORIES, ALL), "--json");
      report = JsonValues.object(said.out());
      asked = services.next.requests("/v1/chat/completions");
    }
  }

  @Test
  void allFourPairsAreMeasuredThereAndBack() {
    for (String format : List.of("notes", "kg-fixed")) {
      assertThat(players(format + "/old-to-new/before")).isEqualTo("old-model/old-model");
      assertThat(players(format + "/old-to-new/inherited")).isEqualTo("old-model/new-model");
      assertThat(players(format + "/old-to-new/own")).isEqualTo("new-model/new-model");
      assertThat(players(format + "/new-to-old/inherited")).isEqualTo("new-model/old-model");
    }
    for (String format : List.of("rag", "lc-raw")) {
      assertThat(players(format + "/old-to-new/inherited")).isEqualTo("-/new-model");
    }
    assertThat(JsonValues.maps(report.get("treatments")))
        .filteredOn(row -> row.get("id").toString().endsWith("/before"))
        .hasSize(8)
        .allSatisfy(
            row ->
                assertThat(JsonValues.map(JsonValues.map(row.get("metrics")).get("accuracy")))
                    .containsEntry("scored", (long) HISTORIES * PROBES)
                    .containsEntry("failed", 0L));
  }

  @Test
  void theVerdictTheContrastsAndTheControlsAreThere() {
    assertThat(said.code()).isEqualTo(3);
    assertThat(JsonValues.map(report.get("verdict"))).containsEntry("decision", "inconclusive");
    assertThat(JsonValues.maps(report.get("contrasts")))
        .extracting(row -> row.get("name") + " " + row.get("format"))
        .contains("H1 notes", "H4a notes minus kg-fixed", "delta notes", "rpas kg-fixed");
    assertThat(JsonValues.maps(report.get("gates")))
        .filteredOn(gate -> gate.get("name").toString().contains("no-op"))
        .hasSize(4)
        .allSatisfy(gate -> assertThat(gate).containsEntry("passed", true));
  }

  @Test
  void whoAnsweredIsToldWithWhatCannotBeKnown() {
    Map<String, Object> old = identity("old-model");
    Map<String, Object> next = identity("new-model");

    assertThat(JsonValues.map(old.get("facts")))
        .containsEntry("kind", "openai")
        .containsEntry("served_name", "loop-old")
        .containsEntry("file", "old.gguf")
        .containsEntry("context_limit", "2048");
    assertThat(old.get("unknown")).isEqualTo(List.of("revision"));
    assertThat(JsonValues.map(next.get("facts")))
        .containsEntry("served_name", "loop-new")
        .containsEntry("root", "org/new");
  }

  @Test
  void theTokensOfAllAnswersAndNotesArePriced() {
    Map<String, Object> cost = JsonValues.map(report.get("cost"));
    long in = (Long) cost.get("tokens_in");
    long out = (Long) cost.get("tokens_out");

    // a stand-in's answer takes 7 and 3 tokens
    assertThat(in).isGreaterThan(7 * (Long) cost.get("calls"));
    assertThat(out * 7).isEqualTo(in * 3);
    assertThat((Double) cost.get("dollars")).isCloseTo((in + 2 * out) / 1e6, within(1e-9));
  }

  @Test
  void noRequestAsksForMoreThanTheContextHolds() {
    assertThat(asked)
        .isNotEmpty()
        .allSatisfy(
            request ->
                assertThat((Long) JsonValues.object(request.body()).get("max_tokens"))
                    .isBetween(1L, 2048L - 64));
  }

  @Test
  void theSameTwiceGivesTheSameBytesButForTheRun() {
    try (Services services = new Services()) {
      Said again = gate(folder, services.config(folder, HISTORIES, ALL), "--json");

      assertThat(again.code()).isEqualTo(said.code());
      assertThat(withoutRun(again.out())).isEqualTo(withoutRun(said.out()));
      assertThat(Services.observations(folder)).isEqualTo(Services.observations(shared));
    }
  }

  @Test
  void anotherRunOnTheSameAnswersAsksWhoIsThereAndTheLiveRepeats() {
    try (Services services = new Services()) {
      Path config = services.config(folder, 2, "{notes: {cap: 100%}}, kg-fixed");
      Said first = gate(folder, config, "--json");
      long before = services.asked();
      Said second = gate(folder.resolve("second"), folder.resolve("answers"), config, "--json");

      assertThat(withoutRun(second.out())).isEqualTo(withoutRun(first.out()));
      assertThat(services.askedForAnswers()).isGreaterThan(200);
      long live = 2 * 4 * 2 * 20;
      assertThat(services.asked() - before)
          .as(
              "two formats, four pairs, two histories, 20 questions: zero are reused; beside them one fixed text for each part")
          .isBetween(live, live + 9);
    }
  }

  @Test
  void aRunGoesOnAtAnotherAddress() {
    Said stopped;
    try (Services services = new Services()) {
      services.stopAfter(30);
      stopped = gate(folder, services.config(folder, 2, "{notes: {cap: 100%}}"));
    }
    try (Services moved = new Services()) {
      Said resumed = gate(folder, moved.config(folder, 2, "{notes: {cap: 100%}}"));

      assertThat(stopped.code()).isEqualTo(5);
      assertThat(resumed.code()).as(resumed.err()).isEqualTo(3);
    }
  }

  @Test
  void theOldModelMayBeGoneIfItWasMeasuredBefore() {
    try (Services services = new Services()) {
      Path config = services.config(folder, 3, "{notes: {cap: 100%}}, lc-raw");
      Path base = folder.resolve("base");
      Said measured =
          CommandRuns.run(
              "baseline", "-q", "-c", config, "--out", base, "--cache", folder.resolve("c"));
      long asked = Services.asked(services.next);
      services.old.close();
      Said bill = gate(folder, config, "--baseline", base, "--dry-run");
      Said judged = gate(folder, config, "--baseline", base, "--json");
      Said doctor = CommandRuns.run("doctor", "-c", config, "--baseline", base);
      Said without = gate(folder.resolve("without"), folder.resolve("c"), config);

      assertThat(measured.code()).isZero();
      assertThat(measured.out()).contains("only what the old side does was measured");
      assertThat(measured.out()).doesNotContain("does not depend on what changes");
      assertThat(asked).as("the new model is not asked").isZero();
      assertThat(bill.code()).isZero();
      assertThat(bill.out()).containsPattern("old-model +0 ");
      assertThat(judged.code()).isEqualTo(3);
      assertThat(judged.out())
          .contains("notes/old-to-new/before", "notes/old-to-new/inherited", "loop-old")
          .contains("taken from an earlier run");
      assertThat(doctor.code()).isZero();
      assertThat(doctor.out()).contains("loop-old");
      assertThat(without.code()).isEqualTo(4);
      assertThat(without.err()).contains("loop-old").contains("cannot be reached");
    }
  }

  @Test
  void anEarlierRunOfOtherHistoriesDoesNotStandIn() {
    try (Services services = new Services()) {
      Path base = folder.resolve("base");
      CommandRuns.run(
          "baseline",
          "-q",
          "-c",
          services.config(folder, 2, "lc-raw"),
          "--out",
          base,
          "--cache",
          folder.resolve("c"));
      Path config = services.config(folder, "synthetic:nano?count=2&seed=8", "lc-raw", PRICED);
      Said other = gate(folder, config, "--baseline", base);
      Said none = gate(folder, config, "--baseline", folder.resolve("nothing"));

      assertThat(other.code()).isEqualTo(2);
      assertThat(other.err()).contains("--baseline").contains("same histories");
      assertThat(none.code()).isEqualTo(2);
      assertThat(none.err()).contains("--baseline").contains("nothing");
    }
  }

  private static String players(String treatment) {
    return JsonValues.maps(report.get("treatments")).stream()
        .filter(row -> row.get("id").equals(treatment))
        .map(row -> row.getOrDefault("writer", "-") + "/" + row.get("reader"))
        .findFirst()
        .orElse("none");
  }

  private static Map<String, Object> identity(String name) {
    return JsonValues.maps(report.get("identities")).stream()
        .filter(row -> row.get("name").equals(name))
        .findFirst()
        .orElseThrow();
  }
}
