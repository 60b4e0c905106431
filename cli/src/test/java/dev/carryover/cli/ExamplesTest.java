package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of model upgrades, as far as they go without a server. */
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "examples").toAbsolutePath();

  @TempDir private Path folder;

  @Test
  void theBillOfAModelUpgradeNeedsNoServer() {
    Said said =
        run(
            "gate",
            "-q",
            "-c",
            EXAMPLES.resolve("model-upgrade.yaml"),
            "--dry-run",
            "--histories",
            "synthetic:nano?count=1");

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out()).contains("old-llm", "new-llm", "total").contains("0.00");
  }

  @Test
  void theBuiltInUpgradeNeedsNoneAtAll() {
    Path example = EXAMPLES.resolve("model-upgrade-builtin.yaml");
    Said doctor = run("doctor", "-q", "-c", example);
    Said bill =
        run("gate", "-q", "-c", example, "--dry-run", "--histories", "synthetic:small?count=1");

    assertThat(doctor.code()).as(doctor.err()).isZero();
    assertThat(doctor.out()).contains("extractive-1", "extractive-2");
    assertThat(bill.out()).startsWith("No service is asked");
  }

  @Test
  void threeCandidatesAreScreenedWithoutAServer() {
    Said said =
        run(
            "screen",
            "-q",
            "-c",
            EXAMPLES.resolve("candidates.yaml"),
            "--out",
            folder.resolve("screen"),
            "--histories",
            "synthetic:nano?count=2");

    assertThat(said.code()).as(said.err()).isIn(0, 1);
    assertThat(said.out())
        .contains("e5-small: ", "bge-small: ", "minilm-full: ")
        .contains("120 answers of candidates, 40 of the old side, 2 histories");
  }

  @Test
  void aBaselineDoesNotStandInTheWayOfTheGateThatUsesIt() {
    try (Services services = new Services()) {
      Path config = services.config(folder, 1, "lc-raw");
      Said baseline = inFolder("baseline", config);
      services.old.close();
      Said gate = inFolder("gate", config, "--baseline", "runs/upgrade-baseline");

      assertThat(baseline.code()).as(baseline.err()).isZero();
      assertThat(gate.code()).as(gate.err()).isEqualTo(3);
      assertThat(folder.resolve("runs/upgrade/run.json")).exists();
    }
  }

  private Said inFolder(String command, Path config, Object... more) {
    List<Object> words =
        new ArrayList<>(List.of(command, "-q", "-c", config, "--cache", "answers"));
    words.addAll(List.of(more));
    return CommandProcess.start(folder, List.of(), List.of(), Map.of(), words.toArray()).await();
  }
}
