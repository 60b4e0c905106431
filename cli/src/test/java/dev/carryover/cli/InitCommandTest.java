package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFileReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file to start from. */
class InitCommandTest {
  @TempDir private Path folder;

  @Test
  void theFileThatIsWrittenIsAcceptedByDoctorAndGate() {
    Path file = folder.resolve("carryover.yaml");
    String talks = Talks.write(folder, 2);

    Said init = run("init", file);
    Said doctor = run("doctor", "-c", file, "--histories", talks);
    Said gate = run("gate", "-c", file, "--histories", talks, "--out", folder.resolve("run"));

    assertThat(init.code()).isZero();
    assertThat(init.out()).contains("carryover doctor -c " + file).contains("carryover gate   -c");
    assertThat(doctor.code()).as(doctor.err()).isZero();
    assertThat(doctor.out())
        .contains("histories  2, with 32 events and 32 probes")
        .contains("all-minilm-l6-v2-q")
        .contains("e5-small-v2-q")
        .containsPattern("spaces     mean cosine -?0\\.\\d{4}, least -?0\\.\\d{4}")
        .endsWith("All is well.\n");
    assertThat(gate.code()).as(gate.err()).isEqualTo(3);
  }

  @Test
  void everySettingOfTheFileIsAtItsDefault() {
    Path file = folder.resolve("carryover.yaml");
    run("init", file);

    MigrationFile written = migration(read(file));
    MigrationFile bare =
        migration(
            """
            name: my-upgrade
            histories: synthetic:small?count=10&seed=7
            formats: [rag: {k: 8, chunk: 512, index: exact}, lc-raw]
            old: {embedder: all-minilm-l6-v2-q}
            new: {embedder: e5-small-v2-q}
            """);

    assertThat(written)
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes(".*places")
        .isEqualTo(bare);
  }

  @Test
  void aFileThatIsThereIsKeptUnlessForced() {
    Path file = write(folder.resolve("mine.yaml"), "precious");

    Said kept = run("init", file);

    assertThat(kept.code()).isEqualTo(2);
    assertThat(kept.err()).contains("is there already").contains("--force");
    assertThat(read(file)).isEqualTo("precious");
    assertThat(run("init", file, "--force").code()).isZero();
    assertThat(read(file)).contains("A migration: what is upgraded");
    assertThat(CommandRuns.files(folder)).containsExactly("mine.yaml");
  }

  @Test
  void aFolderThatIsNotThereIsSaid() {
    Said said = run("init", folder.resolve("no/where.yaml"));

    assertThat(said.code()).isEqualTo(5);
    assertThat(said.err()).contains("where.yaml' cannot be written").doesNotContain("\tat ");
  }

  private static MigrationFile migration(String text) {
    return MigrationFileReader.read("x", text.getBytes(StandardCharsets.UTF_8), Map.of());
  }
}
