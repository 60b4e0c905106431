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
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Native code that takes the process down in mid-run, stood in for by SIGKILL. */
@DisabledOnOs(OS.WINDOWS)
class StateKillTest {
  private static final int KILLS = 4;

  @TempDir private Path folder;

  @Test
  void aRunOnModelStatesThatIsKilledAgainAndAgainEndsAsIfItHadNotBeen() {
    Path file =
        write(
            folder.resolve("states.yaml"),
            """
            name: states
            histories: synthetic:nano?count=2&seed=11
            formats: [saved-cache]
            old: {model: nano-1}
            new: {model: nano-2}
            repairs: true
            """);
    Path whole = folder.resolve("whole");
    Said undisturbed = run("gate", "-c", file, "--out", whole, "--json", "-q");
    Path out = folder.resolve("run");
    Random random = new Random(20261130);
    int killed = 0;
    for (int i = 0; i < KILLS; i++) {
      CommandProcess process = gate(file, out);
      long before = journalSize(out);
      while (process.isAlive() && journalSize(out) <= before) {
        pause(2);
      }
      pause(random.nextInt(120));
      killed += process.isAlive() ? 1 : 0;
      process.kill();
      process.await();
    }

    Said last = gate(file, out).await();

    assertThat(killed).as("the run is long enough to be killed").isGreaterThanOrEqualTo(2);
    assertThat(last.code()).as(last.err()).isEqualTo(undisturbed.code());
    assertThat(withoutRunAndCost(last.out())).isEqualTo(withoutRunAndCost(undisturbed.out()));
    assertThat(observations(out)).isNotEmpty().isEqualTo(observations(whole));
    assertThat(manifests(out)).isNotEmpty().isEqualTo(manifests(whole));
  }

  private CommandProcess gate(Path file, Path out) {
    return CommandProcess.start(
        folder, List.of(), "gate", "-c", file, "--out", out, "--json", "-q");
  }

  private static Map<String, Object> withoutRunAndCost(String json) {
    Map<String, Object> report = new LinkedHashMap<>(JsonValues.object(json));
    report.remove("run");
    report.remove("cost");
    return report;
  }

  /** The journal's observations, without latencies. */
  private static List<String> observations(Path out) {
    return read(out.resolve("observations.jsonl"))
        .lines()
        .filter(line -> line.startsWith("{\"cell\""))
        .map(line -> line.replaceAll("\"latency_us\":\\d+", ""))
        .toList();
  }

  /** What every store is, checksums of its bytes included. */
  private static Map<String, String> manifests(Path out) {
    Map<String, String> manifests = new LinkedHashMap<>();
    Path stores = out.resolve("stores");
    files(stores).stream()
        .filter(name -> name.endsWith("manifest.json"))
        .forEach(name -> manifests.put(name, read(stores.resolve(name))));
    return manifests;
  }

  private static long journalSize(Path out) {
    try {
      Path journal = out.resolve("observations.jsonl");
      return Files.exists(journal) ? Files.size(journal) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  private static void pause(int millis) {
    LockSupport.parkNanos(millis * 1_000_000L);
  }
}
