package com.example.agent;

import static dev.carryover.testing.CarryoverAssertions.assertThat;
import static dev.carryover.testing.Formats.RAG;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.report.RunReport;
import dev.carryover.testing.CarryoverTest;
import dev.carryover.testing.Migration;
import dev.carryover.testing.RunFolder;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@CarryoverTest
class EmbedderUpgradeTest {
  private static RunReport report;

  @BeforeAll
  static void measure(RunFolder runs) {
    report = Migration.of(Path.of("src/test/resources/embedder-upgrade.yaml")).runIn(runs).gate();
  }

  @Test
  void theFiguresCanBeBelieved() {
    assertThat(report).hasNoFailedControl();
  }

  @Test
  void theOldVectorsCannotBeKept() {
    assertThatThrownBy(() -> assertThat(report).preserves(RAG))
        .hasMessageContaining("Expecting rag to be preserved, but no-regression: rag is regressed")
        .hasMessageContaining("report: ");
  }

  @Test
  void embeddedAnewTheEvidenceIsFound() {
    assertThat(report).recallAt(2).under("own").isAtLeast(0.5);
  }
}
