package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Repaired copies, as a user has them made and gated. */
class RepairApplyCommandTest {
  @TempDir private Path folder;
  private Path file = Path.of("");
  private Path to = Path.of("");

  @BeforeEach
  void prepare() {
    file =
        write(
            folder.resolve("slow.yaml"),
            """
            name: slow
            histories: synthetic:small?count=4
            formats: [rag]
            old: {model: overlap, embedder: bag-a}
            new: {model: overlap, embedder: slow-bag}
            """);
    to = folder.resolve("repaired");
  }

  @Test
  void aCopyIsMadeAndGated() {
    Said bill =
        run("repair", "apply", "-q", "-c", file, "--method", "ridge", "--to", to, "--dry-run");
    Said said = run("repair", "apply", "-q", "-c", file, "--method", "ridge", "--to", to);
    Said json = run("repair", "apply", "-q", "-c", file, "--method", "ridge", "--to", to, "--json");
    Said gate =
        run(
            "gate",
            "-q",
            "-c",
            file,
            "--rollout",
            "repaired-ridge",
            "--store",
            "repaired:" + to,
            "--out",
            folder.resolve("run"));

    assertThat(bill.out()).startsWith("No service is asked");
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out()).contains("ridge at 100 % of its effort: 4 stores in " + to);
    assertThat(json.out()).isEqualTo(CommandRuns.read(to.resolve("repair.json")));
    assertThat(JsonValues.object(json.out())).containsEntry("schema", "carryover.repaired/1");
    assertThat(gate.code()).as(gate.err()).isIn(0, 1, 3);
    assertThat(gate.out()).contains("no-regression: rag").contains("repaired-ridge");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aKilledProcessGoesOnWithEveryStoreThatItFinished() throws InterruptedException {
    Said whole =
        run(
            "repair",
            "apply",
            "-q",
            "-c",
            file,
            "--method",
            "re-embed",
            "--to",
            folder.resolve("whole"),
            "--json");
    CommandProcess process =
        CommandProcess.start(
            folder,
            List.of(),
            "repair",
            "apply",
            "-q",
            "-c",
            file,
            "--method",
            "re-embed",
            "--to",
            to,
            "--json");
    long end = System.nanoTime() + 60_000_000_000L;
    while (stores().isEmpty() && process.isAlive() && System.nanoTime() < end) {
      Thread.sleep(5);
    }
    boolean killed = process.isAlive();
    process.kill();
    process.await();
    List<String> before = stores();

    Said resumed =
        run("repair", "apply", "-q", "-c", file, "--method", "re-embed", "--to", to, "--json");

    assertThat(killed).isTrue();
    assertThat(before).hasSizeBetween(1, 3);
    assertThat(stores()).containsAll(before).hasSize(4);
    assertThat(JsonValues.object(resumed.out()).get("histories"))
        .isEqualTo(JsonValues.object(whole.out()).get("histories"));
  }

  @Test
  void mistakesAreNamed() {
    Said swap = run("repair", "apply", "-q", "-c", file, "--method", "ridge", "--to", to, "--swap");
    Said twice =
        run(
            "repair",
            "apply",
            "-q",
            "-c",
            file,
            "--method",
            "ridge",
            "--to",
            to,
            "--rollout",
            "keep");
    Said screened =
        run(
            "screen",
            "-q",
            "-c",
            file,
            "--rollout",
            "repaired-ridge",
            "--out",
            folder.resolve("screen"));

    Said method = run("repair", "apply", "-q", "-c", file, "--method", "magic", "--to", to);
    Said effort =
        run("repair", "apply", "-q", "-c", file, "--method", "ridge", "--effort", 33, "--to", to);

    assertThat(method.err()).contains("--method: no format", "known are", "re-embed");
    assertThat(effort.err()).contains("--effort: 'ridge'", "choose from ");
    assertThat(List.of(method.code(), effort.code())).containsOnly(2);
    assertThat(List.of(swap.code(), twice.code(), screened.code())).containsOnly(2);
    assertThat(swap.err()).contains("--swap: no store was given").contains("--store");
    assertThat(twice.err()).contains("--rollout: has no place here");
    assertThat(screened.err()).contains("a screen asks the new component on the old store");
    assertThat(to).doesNotExist();
  }

  private List<String> stores() {
    return CommandRuns.files(to.resolve("stores")).stream()
        .filter(path -> path.endsWith("manifest.json") && !path.startsWith("."))
        .toList();
  }
}
