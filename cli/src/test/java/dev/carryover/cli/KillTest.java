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
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that are killed and interrupted, and go on. */
@DisabledOnOs(OS.WINDOWS)
class KillTest {
  private static final int KILLS = 5;

  @TempDir private static Path shared;
  private static Path file = Path.of("");
  private static Path whole = Path.of("");
  private static Said undisturbed = new Said(-1, "", "");

  @TempDir private Path folder;

  @BeforeAll
  static void runUndisturbed() {
    file =
        write(
            shared.resolve("slow.yaml"),
            """
            name: slow
            histories: synthetic:small?count=3
            formats: [rag]
            old: {model: overlap, embedder: bag-a}
            new: {model: overlap, embedder: slow-bag}
            """);
    whole = shared.resolve("whole");
    undisturbed = run("gate", "-c", file, "--out", whole, "--json", "-q");
  }

  @Test
  void aRunThatIsKilledAgainAndAgainEndsAsIfItHadNotBeen() {
    Path out = folder.resolve("run");
    Random random = new Random(20261130);
    int killed = 0;
    for (int i = 0; i < KILLS; i++) {
      long before = journalSize(out);
      CommandProcess process = gate(out);
      // somewhere within the work: after it began, a random while later
      await(() -> journalSize(out) > before || !process.isAlive());
      pause(random.nextInt(150));
      if (process.isAlive()) {
        killed++;
      }
      process.kill();
      process.await();
    }

    Said last = gate(out).await();

    assertThat(killed).as("the run is long enough to be killed").isGreaterThanOrEqualTo(3);
    assertThat(last.code()).isEqualTo(undisturbed.code());
    assertThat(withoutRunAndCost(last.out())).isEqualTo(withoutRunAndCost(undisturbed.out()));
    assertThat(observations(out)).doesNotHaveDuplicates().isEqualTo(observations(whole));
    assertThat(files(out)).noneMatch(name -> name.startsWith("report") && name.endsWith(".tmp"));
  }

  @Test
  void aPoliteKillExitsWithFiveAndTheSameCommandGoesOn() {
    Path out = folder.resolve("run");
    CommandProcess process = gate(out);
    await(() -> journalSize(out) > 0 || !process.isAlive());

    process.signal("TERM");
    Said stopped = process.await();

    assertThat(stopped.code()).isEqualTo(5);
    assertThat(stopped.out()).isEmpty();
    assertThat(stopped.err())
        .contains("Stopped. Everything so far is kept; the same command goes on.")
        .doesNotContain("Exception");
    Said resumed = gate(out).await();
    assertThat(resumed.code()).isEqualTo(undisturbed.code());
    assertThat(withoutRunAndCost(resumed.out())).isEqualTo(withoutRunAndCost(undisturbed.out()));
  }

  @Test
  void controlCExitsWithFive() {
    // a shell that works in the background hands an ignored SIGINT down, and Java keeps to that
    List<String> heard = List.of("env", "--default-signal=INT");
    Assumptions.assumeTrue(canRun(heard), "env can undo an ignored signal");
    Path out = folder.resolve("run");
    CommandProcess process =
        CommandProcess.start(
            folder, heard, List.of(), Map.of(), "gate", "-c", file, "--out", out, "--json", "-q");
    await(() -> journalSize(out) > 0 || !process.isAlive());

    process.signal("INT");

    assertThat(process.await().code()).isEqualTo(5);
  }

  @Test
  void javaThatGivesUpIsNoVerdict() {
    CommandProcess process =
        CommandProcess.start(
            folder,
            List.of("-Xmx24m", "-XX:-UsePerfData"),
            "gate",
            "-c",
            file,
            "--histories",
            "synthetic:paper?count=48",
            "--out",
            folder.resolve("run"),
            "-q");

    Said said = process.await();

    assertThat(said.code()).isEqualTo(5);
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).contains("OutOfMemoryError").doesNotContain("\tat ");
  }

  private CommandProcess gate(Path out) {
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

  private static long journalSize(Path out) {
    try {
      Path journal = out.resolve("observations.jsonl");
      return Files.exists(journal) ? Files.size(journal) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  private static boolean canRun(List<String> command) {
    try {
      java.util.List<String> words = new java.util.ArrayList<>(command);
      words.add("true");
      return new ProcessBuilder(words).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + 60_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("it took more than a minute");
      }
      pause(5);
    }
  }

  private static void pause(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
