package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The built-in embedding models, and the repairs that keep old vectors. */
class AdapterGateTest {
  private static final String MIGRATION =
      """
      name: adapters
      histories: %s
      formats: [rag: {chunk: event, k: 2}]
      old: {embedder: all-minilm-l6-v2-q}
      new: {embedder: e5-small-v2-q}
      repairs: [low-rank-affine, procrustes, re-embed-isolated, ridge]
      """;

  @TempDir private Path folder;

  @Test
  void everyRepairOfKeptVectorsIsReportedWithItsPrice() {
    Path file = write(folder.resolve("up.yaml"), MIGRATION.formatted(Talks.write(folder, 3)));

    Said said = run("gate", "-c", file, "--out", folder.resolve("run"), "-q");

    assertThat(said.code()).as(said.out() + said.err()).isIn(0, 1, 3);
    String repairs = CommandRuns.read(folder.resolve("run/report/repairs.txt"));
    for (String method : List.of("low-rank-affine", "procrustes", "re-embed-isolated", "ridge")) {
      assertThat(repairs).contains(method);
    }
    assertThat(
            CommandRuns.files(folder.resolve("run/stores")).stream()
                .filter(path -> path.endsWith("content/adapter.bin")))
        .as("three methods, both ways, three histories")
        .hasSize(18);
  }
}
