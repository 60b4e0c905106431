package dev.carryover.testing;

import static dev.carryover.testing.CarryoverAssertions.assertThat;
import static dev.carryover.testing.Formats.LC_RAW;
import static dev.carryover.testing.Formats.RAG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Treatment;
import dev.carryover.core.run.OtherPlanException;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.Plugins;
import dev.carryover.migrations.file.ConfigException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationTest {
  @TempDir private Path folder;

  @Test
  void aGateWritesEveryReportAndTellsTheLoss() {
    RunReport report = Migration.of(Upgrades.embedder(folder)).runIn(run()).gate();

    for (String name : new String[] {"index.html", "report.json", "junit.xml", "summary.txt"}) {
      assertThat(run().resolve("report").resolve(name)).isNotEmptyFile();
    }
    assertThat(report).hasNoFailedControl().preserves(LC_RAW);
    assertThat(report).recallAt(2).in(RAG).under("before").isAtLeast(0.5);
    assertThatThrownBy(() -> assertThat(report).preserves(RAG))
        .hasMessageContaining("Expecting rag to be preserved, but no-regression: rag is regressed")
        .hasMessageContaining(run().resolve("report/index.html").toString());
  }

  @Test
  void whatIsSetInCodeStandsInPlaceOfTheFile() {
    RunReport report =
        Migration.of(Upgrades.model(folder))
            .histories("synthetic:nano?count=2&seed=3")
            .rollout("rewrite")
            .against("both")
            .margin(0.2)
            .seed(11)
            .runIn(run())
            .gate();

    assertThat(report.settings())
        .containsEntry("rollout", "rewrite")
        .containsEntry("against", "both")
        .containsEntry("margin", "0.2")
        .containsEntry("seed", "11");
    assertThat(report.run().inputs()).containsEntry("histories", "synthetic:nano?count=2&seed=3");
  }

  @Test
  void aDiagnosisReadsTheEvidenceToo() {
    RunReport report = Migration.of(Upgrades.model(folder)).runIn(run()).diagnose();

    assertThat(report.treatments())
        .extracting(Treatment::evidence)
        .contains("normal", "stored-evidence", "raw-evidence");
  }

  @Test
  void aFolderOfAnotherPlanIsRefusedAndOneOfTheSameIsRead() {
    Migration migration = Migration.of(Upgrades.model(folder));
    RunReport first = migration.runIn(run()).gate();
    RunReport again = migration.runIn(run()).gate();

    assertThat(again.run().startedAt()).isEqualTo(first.run().startedAt());
    assertThatThrownBy(() -> migration.seed(8).runIn(run()).gate())
        .isInstanceOf(OtherPlanException.class)
        .hasMessageContaining("seed is 7 there and 8 now");
  }

  @Test
  void aFileThatIsNotThereIsNamedWithARemedy() {
    assertThatThrownBy(() -> Migration.of(folder.resolve("none.yaml")).runIn(run()).gate())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(folder.resolve("none.yaml").toString())
        .hasMessageContaining("carryover init");
  }

  @Test
  void aValueThatCannotBeIsRefusedByItsName() {
    assertThatThrownBy(() -> Migration.of(Upgrades.model(folder)).margin(5).runIn(run()).gate())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("'margin' is '5.0'");
  }

  @Test
  void theNamesOfTheFormatsAreThoseThatAreInstalled() {
    assertThat(Plugins.all(MemoryFormatProvider.class).keySet())
        .containsExactlyInAnyOrder(
            Formats.LC_RAW,
            Formats.RAG,
            Formats.NOTES,
            Formats.KG_FIXED,
            Formats.SAVED_CACHE,
            Formats.CARTRIDGE,
            Formats.EXTERNAL);
  }

  private Path run() {
    return folder.resolve("run");
  }
}
