package com.example.agent;

import static dev.carryover.testing.CarryoverAssertions.assertThat;

import dev.carryover.testing.CarryoverTest;
import dev.carryover.testing.Migration;
import dev.carryover.testing.RunFolder;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@CarryoverTest
class ModelUpgradeTest {
  private static final Path UPGRADES = Path.of("src/test/resources");

  @Test
  void theNewModelReadsWhatIsThere(RunFolder runs) {
    Migration upgrade = Migration.of(UPGRADES.resolve("model-upgrade.yaml"));

    assertThat(upgrade.runIn(runs).gate()).isPreserved().accuracy().isAtLeast(0.8);
  }

  @Test
  @Tag("regressed")
  void theOtherWayRoundItDoesNot(RunFolder runs) {
    Migration downgrade = Migration.of(UPGRADES.resolve("model-downgrade.yaml"));

    assertThat(downgrade.runIn(runs).gate()).isPreserved();
  }
}
