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
      histories: synthetic:small?count=3
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
