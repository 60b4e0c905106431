package dev.carryover.migrations.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.spi.Embedder;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.migrations.parts.FlakyEmbedder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Embedding models that the runs of a screen have in common. */
class LoadedEmbeddersTest {
  private static final String YAML =
      GateRuns.SMALL.replace("bag-a", "flaky").replace("bag-b", "bag-a");

  @TempDir private Path folder;

  @BeforeEach
  void nothingFails() {
    FlakyEmbedder.failEvery(0);
  }

  @Test
  void runsUseOneAndNoneOfThemClosesIt() {
    try (LoadedEmbedders loaded = LoadedEmbedders.of(runs(YAML, YAML), options(Optional.empty()))) {
      Embedder before = loaded.find("flaky").orElseThrow();
      for (String run : List.of("one", "two")) {
        GateRuns.gate(YAML, Map.of(), folder.resolve(run), done -> false)
            .screen(true, Optional.empty(), loaded);
      }

      assertThat(loaded.find("flaky")).containsSame(before);
      assertThat(FlakyEmbedder.open()).isEqualTo(1);
    }
    assertThat(FlakyEmbedder.open()).as("all are closed in the end").isZero();
    assertThat(GateRuns.observations(folder.resolve("two")))
        .isNotEmpty()
        .isEqualTo(GateRuns.observations(folder.resolve("one")));
  }

  @Test
  void oneThatIsUnknownIsReportedByTheRunThatNamesIt() {
    String unknown = YAML.replace("bag-a", "nobody-knows");
    try (LoadedEmbedders loaded = LoadedEmbedders.of(runs(unknown), options(Optional.empty()))) {
      Gate gate = GateRuns.gate(unknown, Map.of(), folder.resolve("run"), done -> false);

      assertThatThrownBy(() -> gate.screen(true, Optional.empty(), loaded))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("up.yaml:5")
          .hasMessageContaining("nobody-knows");
    }
    assertThat(FlakyEmbedder.open()).isZero();
  }

  @Test
  void oneOfAServiceStaysWithTheRunThatPaysForIt() {
    String served = YAML + "services: {flaky: {kind: openai, url: 'http://127.0.0.1:1'}}\n";
    try (LoadedEmbedders loaded = LoadedEmbedders.of(runs(served), options(Optional.empty()))) {
      assertThat(loaded.find("flaky")).isEmpty();
      assertThat(loaded.find("bag-a")).isPresent();
    }
  }

  @Test
  void anOldOneThatAnEarlierRunStandsInForIsNotLoaded() {
    try (LoadedEmbedders loaded =
        LoadedEmbedders.of(runs(YAML), options(Optional.of(folder.resolve("base"))))) {
      assertThat(loaded.find("flaky")).isEmpty();
      assertThat(loaded.find("bag-a")).isPresent();
    }
  }

  private static List<MigrationFile> runs(String... yaml) {
    return List.of(yaml).stream()
        .map(text -> text.getBytes(StandardCharsets.UTF_8))
        .map(bytes -> MigrationFileReader.read("up.yaml", bytes, Map.of()))
        .toList();
  }

  private GateOptions options(Optional<Path> baseline) {
    return new GateOptions(
        folder, new TreeMap<>(), 1, 1, false, Optional.empty(), OptionalDouble.empty(), baseline);
  }
}
