package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What restores a memory, at what cost: on small stores and real runs. */
class RepairPlanTest {
  private static final String EMBEDDERS =
      """
      name: up
      histories: synthetic:nano?count=3
      formats: [rag: {k: 4}]
      old: {embedder: bag-a}
      new: {embedder: bag-b}
      """;

  @TempDir private Path folder;

  @Test
  void thePlanNamesTheCheapestResumesAndIsRenderedAgain() {
    Path config = write(folder.resolve("up.yaml"), EMBEDDERS);
    Said said = plan(config, "--json", "--sample", 2);
    String journal = read(folder.resolve("run/observations.jsonl"));
    Said again = plan(config, "--json", "--sample", 2);

    assertThat(said.code()).as(said.err()).isIn(0, 3);
    assertThat(said.out())
        .contains("\"carryover.repair/1\"", "\"re-embed\"", "\"histories\" : 2,", "\"all\" : 3,");
    assertThat(again.out()).isEqualTo(said.out());
    assertThat(read(folder.resolve("run/observations.jsonl"))).isEqualTo(journal);
    assertThat(run("report", folder.resolve("run"), "--json").out()).isEqualTo(said.out());
    assertThat(folder.resolve("run/report/repairs-1.svg")).exists();
    assertThat(plan(config, "--sample", 3).code()).as("another plan").isEqualTo(2);
  }

  @Test
  void withoutRawHistoriesWhatNeedsThemIsOutOfReach() {
    Path config =
        write(
            folder.resolve("up.yaml"),
            """
            name: up
            histories: synthetic:small?count=2
            formats: [notes]
            old: {model: extractive-1}
            new: {writer: extractive-2, reader: extractive-1}
            """);

    Said said = plan(config, "--no-history");

    assertThat(said.code()).as(said.err()).isIn(0, 3);
    assertThat(said.out()).contains("Out of reach", "rewrite", "the raw history");
  }

  @Test
  void aPriceFileThatLacksAnEmbedderInUseStopsBeforeAnythingIsWritten() {
    Path config = write(folder.resolve("up.yaml"), EMBEDDERS);
    Path prices =
        write(
            folder.resolve("prices.json"),
            "{\"schema\": \"carryover.prices/1\", \"models\": {\"bag-a\": {\"per_gpu_hour\": 1}}}");

    Said said = plan(config, "--prices", prices);

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("'bag-b'", "per_1000_embeddings");
    assertThat(folder.resolve("run/run.json")).doesNotExist();
  }

  @Test
  void targetsSamplesAndPricesThatAreNoneAreRefused() {
    Path config = write(folder.resolve("up.yaml"), EMBEDDERS);

    assertThat(plan(config, "--target", "1.5").code()).isEqualTo(2);
    assertThat(plan(config, "--target", "most").code()).isEqualTo(2);
    assertThat(plan(config, "--sample", 0).code()).isEqualTo(2);
    assertThat(plan(config, "--prices", folder.resolve("none.json")).code()).isEqualTo(2);
    assertThat(plan(config, "--dry-run").code()).isZero();
  }

  @Test
  void aGateWithRepairsKeepsThePlannedVerdictAndJudgesEachRepair() {
    Path config = write(folder.resolve("up.yaml"), EMBEDDERS);
    Said plain = run("gate", "-c", config, "--out", folder.resolve("plain"), "-q", "--json");
    Said said =
        run("gate", "-c", config, "--with-repair", "--out", folder.resolve("with"), "-q", "--json");

    assertThat(said.code()).as(said.err()).isEqualTo(plain.code());
    assertThat(plain.out()).doesNotContain("\"after\"");
    assertThat(said.out())
        .contains("\"after\"", "\"repaired-re-embed\"", "\"p_preserved_holm\"", "\"among\"");
    assertThat(read(folder.resolve("with/report/index.html"))).contains("Before and after");
  }

  @Test
  void aPlainGateIsTheSameBesideOneWithRepairs() {
    Path config = write(folder.resolve("up.yaml"), EMBEDDERS);
    Said before = run("gate", "-c", config, "--out", folder.resolve("before"), "-q", "--json");
    run("gate", "-c", config, "--with-repair", "--out", folder.resolve("with"), "-q");
    Said after = run("gate", "-c", config, "--out", folder.resolve("after"), "-q", "--json");

    assertThat(Services.withoutRun(after.out())).isEqualTo(Services.withoutRun(before.out()));
    assertThat(before.out()).doesNotContain("\"after\"", "repaired-");
    assertThat(CommandRuns.files(folder.resolve("after/report")))
        .isEqualTo(CommandRuns.files(folder.resolve("before/report")))
        .filteredOn(file -> file.matches(".*\\.(csv|svg)"))
        .isNotEmpty()
        .allSatisfy(
            file ->
                assertThat(read(folder.resolve("after/report").resolve(file)))
                    .isEqualTo(read(folder.resolve("before/report").resolve(file))));
  }

  @Test
  void aBudgetThatIsSpentStopsThePlanWhichGoesOnWithMore() {
    try (Services services = new Services()) {
      Path config = services.config(folder, 2, "{notes: {cap: 100%}}", "noise: 0");
      Said stopped = plan(config, "--max-cost", "0.004", "--cache", folder.resolve("kept"));
      long first = services.askedForAnswers();
      Said resumed = plan(config, "--json", "--max-cost", "1", "--cache", folder.resolve("kept"));

      assertThat(stopped.code()).as(stopped.err()).isEqualTo(5);
      assertThat(stopped.out()).isEmpty();
      assertThat(stopped.err()).contains("raise the limit (--max-cost) to go on");
      assertThat(first).isPositive();
      assertThat(resumed.code()).as(resumed.err()).isIn(0, 3);
      assertThat(resumed.out()).contains("\"dollars\"");
      assertThat(services.askedForAnswers()).isGreaterThan(first);
    }
  }

  private Said plan(Path config, Object... more) {
    Object[] all = new Object[7 + more.length];
    System.arraycopy(
        new Object[] {"repair", "plan", "-c", config, "--out", folder.resolve("run"), "-q"},
        0,
        all,
        0,
        7);
    System.arraycopy(more, 0, all, 7, more.length);
    return run(all);
  }
}
