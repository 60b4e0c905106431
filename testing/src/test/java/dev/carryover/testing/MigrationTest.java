package dev.carryover.testing;

import static dev.carryover.testing.CarryoverAssertions.assertThat;
import static dev.carryover.testing.Formats.LC_RAW;
import static dev.carryover.testing.Formats.RAG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.run.OtherPlanException;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.migrations.run.Gate;
import dev.carryover.migrations.run.GateOptions;
import dev.carryover.migrations.run.StoppedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
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

  @Test
  void whatServicesCostIsLimited() {
    try (LoopbackModelServer server =
        LoopbackModelServer.open(LoopbackService.of(Kind.VLLM).named("loop-1"))) {
      Path priced = Upgrades.service(folder, server.v1(), "loop-1', price_in: 1, price_out: '2");

      assertThatThrownBy(() -> Migration.of(priced).maxCost(0).runIn(run()).gate())
          .isInstanceOf(StoppedException.class)
          .hasMessageContaining("0.00");
    }
  }

  @Test
  void anEarlierRunStandsInForAnOldModelThatIsGone() throws IOException {
    Path file = Upgrades.model(folder);
    Path kept = folder.resolve("kept");
    new Gate(
            MigrationFileReader.read("upgrade.yaml", Files.readAllBytes(file), Map.of()),
            new GateOptions(
                kept,
                new TreeMap<>(),
                1,
                1,
                false,
                Optional.empty(),
                OptionalDouble.empty(),
                Optional.empty()),
            new Migration.Silence(),
            Clock.systemUTC())
        .baseline();
    RunReport report = Migration.of(file).baseline(kept).runIn(run()).gate();

    assertThat(report.settings()).containsKey("baseline.sha256");
    assertThat(report).accuracy().under("before").isAtLeast(0);
  }

  private Path run() {
    return folder.resolve("run");
  }
}
