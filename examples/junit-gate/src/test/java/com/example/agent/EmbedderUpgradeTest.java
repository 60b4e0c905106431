package com.example.agent;

import static dev.carryover.testing.CarryoverAssertions.assertThat;
import static dev.carryover.testing.Formats.RAG;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.report.RunReport;
import dev.carryover.testing.CarryoverTest;
import dev.carryover.testing.Migration;
import dev.carryover.testing.RunFolder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

@CarryoverTest
class EmbedderUpgradeTest {
  private final Migration upgrade =
      Migration.of(Path.of("src/test/resources/embedder-upgrade.yaml"));

  @Test
  void theOldVectorsCannotBeKept(RunFolder runs) {
    RunReport report = upgrade.rollout("keep").runIn(runs).gate();

    assertThatThrownBy(() -> assertThat(report).preserves(RAG))
        .hasMessageContaining("Expecting rag to be preserved, but no-regression: rag is regressed")
        .hasMessageContaining("report: ");
  }

  @Test
  void embeddedAnewTheMemoryLosesLittle(RunFolder runs) {
    RunReport report = upgrade.rollout("rewrite").runIn(runs).gate();

    assertThat(report).hasNoFailedControl().losesAtMost(0.10).recallAt(2).isAtLeast(0.5);
  }
}
