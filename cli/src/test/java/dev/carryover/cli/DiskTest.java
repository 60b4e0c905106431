package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.files;
import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Disks that are full or read-only: stopped with 5, nothing half-written, and the run goes on. */
@EnabledOnOs(OS.LINUX)
class DiskTest {
  @TempDir private Path folder;
  private Path disk = Path.of("");
  private Path config = Path.of("");
  private boolean mounted;

  @BeforeEach
  void prepare() throws IOException {
    disk = Files.createDirectory(folder.resolve("disk"));
    config =
        write(
            folder.resolve("up.yaml"),
            """
            name: up
            histories: synthetic:small?count=3
            formats: [rag]
            old: {model: overlap, embedder: bag-a}
            new: {model: overlap, embedder: bag-b}
            """);
  }

  @AfterEach
  void unmount() {
    if (mounted) {
      command("umount", disk.toString());
    }
  }

  @Test
  void aFullDiskStopsTheRunAndTheSameCommandGoesOn() {
    mount("size=1m");

    Said stopped = run("gate", "-q", "-c", config, "--out", disk.resolve("run"));

    assertThat(stopped.code()).as(stopped.out()).isEqualTo(5);
    assertThat(stopped.out()).isEmpty();
    assertThat(stopped.err())
        .contains("No space left on device")
        .contains("Everything so far is kept; the same command goes on.")
        .doesNotContain("\tat ");
    assertThat(files(disk.resolve("run"))).noneMatch(file -> file.startsWith("report"));

    command("mount", "-o", "remount,size=64m", disk.toString());
    Said resumed = run("gate", "-q", "--json", "-c", config, "--out", disk.resolve("run"));
    Said whole = run("gate", "-q", "--json", "-c", config, "--out", folder.resolve("whole"));

    assertThat(resumed.code()).isEqualTo(whole.code());
    assertThat(withoutRunAndCost(resumed.out())).isEqualTo(withoutRunAndCost(whole.out()));
  }

  @Test
  void aFullDiskLeavesNoHalfOfGeneratedHistories() {
    mount("size=64k");

    Said said = run("fixtures", "generate", "synthetic:small?count=10", "--to", disk.resolve("to"));

    assertThat(said.code()).isEqualTo(5);
    assertThat(said.err()).contains("cannot be written").contains("No space left on device");
    assertThat(files(disk)).isEmpty();
  }

  @Test
  void aFullDiskKeepsTheReportThatWasThere() {
    mount("size=64m");
    run("gate", "-q", "-c", config, "--out", disk.resolve("run"));
    String before = read(disk.resolve("run/report/report.json"));
    fill();

    Said said = run("report", disk.resolve("run"));

    assertThat(said.code()).isEqualTo(5);
    assertThat(said.err()).contains("cannot be written").contains("No space left on device");
    assertThat(read(disk.resolve("run/report/report.json"))).isEqualTo(before);
  }

  @Test
  void aReadOnlyDiskIsSaidBeforeTheStart() {
    mount("size=1m");
    command("mount", "-o", "remount,ro", disk.toString());

    Said gate = run("gate", "-q", "-c", config, "--out", disk.resolve("run"));
    Said init = run("init", disk.resolve("up.yaml"));
    Said generate = run("fixtures", "generate", "synthetic:nano", "--to", disk.resolve("to"));

    for (Said said : List.of(gate, init, generate)) {
      assertThat(said.code()).isEqualTo(5);
      assertThat(said.err()).contains("Read-only file system").contains("cannot be");
      assertThat(said.err()).doesNotContain("\tat ");
    }
    assertThat(files(disk)).isEmpty();
  }

  @Test
  void aRunDirectoryThatCannotBeMadeIsSaid() {
    Path file = write(folder.resolve("taken"), "a file");

    Said said = run("gate", "-q", "-c", config, "--out", file.resolve("run"));

    assertThat(said.code()).isEqualTo(5);
    assertThat(said.err()).contains("taken").contains("cannot be used");
  }

  private void mount(String options) {
    mounted = command("mount", "-t", "tmpfs", "-o", options, "tmpfs", disk.toString());
    Assumptions.assumeTrue(mounted, "this user may mount a small disk");
  }

  private void fill() {
    Path filler = disk.resolve("filler");
    byte[] block = new byte[1 << 12];
    try (var out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left on device");
    }
  }

  private static boolean command(String... words) {
    try {
      return new ProcessBuilder(words).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Map<String, Object> withoutRunAndCost(String json) {
    Map<String, Object> report = new LinkedHashMap<>(JsonValues.object(json));
    report.remove("run");
    report.remove("cost");
    return report;
  }
}
