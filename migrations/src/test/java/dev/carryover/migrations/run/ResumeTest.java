package dev.carryover.migrations.run;

import static dev.carryover.migrations.run.GateRuns.SMALL;
import static dev.carryover.migrations.run.GateRuns.blockEnds;
import static dev.carryover.migrations.run.GateRuns.copy;
import static dev.carryover.migrations.run.GateRuns.files;
import static dev.carryover.migrations.run.GateRuns.journal;
import static dev.carryover.migrations.run.GateRuns.observations;
import static dev.carryover.migrations.run.GateRuns.read;
import static dev.carryover.migrations.run.GateRuns.run;
import static dev.carryover.migrations.run.GateRuns.runAndKill;
import static dev.carryover.migrations.run.GateRuns.stores;
import static dev.carryover.migrations.run.GateRuns.withoutRun;
import static dev.carryover.migrations.run.GateRuns.withoutRunAndCost;
import static dev.carryover.migrations.run.GateRuns.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.OtherPlanException;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunException;
import dev.carryover.core.run.RunRecord.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that was stopped at any point goes on, and ends as if it had not been. */
class ResumeTest {
  @TempDir private static Path shared;
  private static RunReport whole;
  private static byte[] journal;

  @TempDir private Path folder;

  @BeforeAll
  static void runOnce() {
    whole = run(SMALL, shared.resolve("whole"));
    journal = read(journal(shared.resolve("whole")));
    runAndKill(SMALL, shared.resolve("killed"), done -> done > 0);
  }

  @Test
  void aRunThatWasKilledIsNotFinished() {
    try (RunDirectory.Finished killed = RunDirectory.read(shared.resolve("killed"))) {
      assertThat(killed.record().status()).isEqualTo(Status.RUNNING);
      assertThat(killed.record().looks()).isEmpty();
      assertThat(killed.journal().all()).hasSize(20);
    }
  }

  @Test
  void aRunThatIsKilledAfterEveryBlockLosesAndDoublesNothing() {
    Path out = folder.resolve("run");
    int kills = 0;
    boolean finished = false;
    long before = 0;
    while (!finished) {
      long seen = before;
      try {
        runAndKill(SMALL, out, done -> done > seen);
        kills++;
      } catch (AssertionError e) {
        finished = true;
      }
      before = observations(out).size();
    }

    assertThat(kills).isEqualTo(observationLines(journal).size() / 20);
    assertSame(out, run(SMALL, out));
    assertThat(observationLines(read(journal(out)))).isEqualTo(observationLines(journal));
  }

  @Test
  void everyPrefixOfTheJournalLeadsToTheSameReport() throws IOException {
    List<Integer> ends = blockEnds(journal);
    assertThat(ends).hasSizeGreaterThan(20);
    for (int i = 0; i < ends.size(); i++) {
      int from = i == 0 ? 0 : ends.get(i - 1);
      int inside = from + (ends.get(i) - from) * (1 + i % 5) / 6;
      for (int at : i % 3 == 0 ? List.of(ends.get(i), inside) : List.of(ends.get(i))) {
        Path out = folder.resolve("run-" + at);
        write(out.resolve("run.json"), read(shared.resolve("killed").resolve("run.json")));
        if (i % 2 == 0) {
          copy(shared.resolve("whole").resolve("stores"), out.resolve("stores"));
        }
        write(journal(out), Arrays.copyOf(journal, at));

        assertSame(out, run(SMALL, out));
      }
    }
  }

  @Test
  void aFinishedRunIsReportedAgainWithoutAnyWork() {
    Path out = folder.resolve("run");
    copy(shared.resolve("whole"), out);

    RunReport again = run(SMALL, out);

    assertThat(withoutRun(again)).isEqualTo(withoutRun(whole));
    assertThat(read(journal(out))).isEqualTo(journal);
  }

  @Test
  void theCostOfARunThatIsResumedCountsAnswersOnce() {
    Path out = folder.resolve("run");
    runAndKill(SMALL, out, done -> done >= 200);

    RunReport resumed = run(SMALL, out);

    assertThat(resumed.cost().calls()).isEqualTo(whole.cost().calls());
    assertThat(resumed.cost().embeddedTexts())
        .as("questions of the history that was at work are embedded again")
        .isBetween(whole.cost().embeddedTexts(), whole.cost().embeddedTexts() * 2);
  }

  @Test
  void anotherPlanIsRefusedAndNothingIsTouched() {
    Path out = folder.resolve("run");
    copy(shared.resolve("whole"), out);
    Map<String, String> before = contents(out);

    assertThatThrownBy(() -> run(SMALL, Map.of("margin", "0.1"), out))
        .isInstanceOf(OtherPlanException.class)
        .hasMessageContaining("margin is 0.05 there and 0.1 now")
        .hasMessageContaining("--out");
    assertThatThrownBy(() -> run(SMALL.replace("bag-b", "flaky"), out))
        .isInstanceOf(OtherPlanException.class)
        .hasMessageContaining("new.embedder is bag-b there and flaky now");
    assertThatThrownBy(() -> run(SMALL, Map.of("histories", "synthetic:nano?count=3&seed=7"), out))
        .isInstanceOf(OtherPlanException.class);
    assertThat(contents(out)).isEqualTo(before);
  }

  @Test
  void aPlanMayStillChangeWhileNothingWasObserved() {
    Path out = folder.resolve("run");
    write(out.resolve("run.json"), read(shared.resolve("killed").resolve("run.json")));

    RunReport report = run(SMALL, Map.of("margin", "0.1"), out);

    assertThat(report.verdict().margin()).isEqualTo(0.1);
  }

  @Test
  void aStoreThatWasChangedDoesNotOpen() throws IOException {
    Path out = folder.resolve("run");
    copy(shared.resolve("whole"), out);
    write(journal(out), Arrays.copyOf(journal, blockEnds(journal).get(0)));
    for (Path file : files(out.resolve("stores"))) {
      if (file.toString().contains("content")) {
        byte[] bytes = read(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length + 1));
      }
    }

    assertThatThrownBy(() -> run(SMALL, out))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("does not match its manifest")
        .hasMessageContaining("Delete its folder");
  }

  @Test
  void aStoreOfAnotherHistoryUnderTheRightNameDoesNotOpen() throws IOException {
    Path out = folder.resolve("run");
    copy(shared.resolve("whole"), out);
    write(journal(out), Arrays.copyOf(journal, blockEnds(journal).get(0)));
    List<Path> ofFirst = storesOf(out, "nano-0001");
    List<Path> ofSecond = storesOf(out, "nano-0002");
    for (Path store : ofFirst) {
      Files.move(store, out.resolve("stores").resolve("gone-" + store.getFileName()));
    }
    for (Path store : ofFirst) {
      copy(ofSecond.get(0), store);
    }

    assertThatThrownBy(() -> run(SMALL, out))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("is another's: it holds history 'nano-0002'")
        .hasMessageContaining("Delete its folder");
  }

  private static List<Path> storesOf(Path out, String history) {
    return files(out.resolve("stores")).stream()
        .filter(file -> file.endsWith("manifest.json"))
        .filter(file -> new String(read(file), StandardCharsets.UTF_8).contains(history))
        .map(Path::getParent)
        .toList();
  }

  @Test
  void aStoreWithoutItsManifestDoesNotOpen() throws IOException {
    Path out = folder.resolve("run");
    copy(shared.resolve("whole"), out);
    write(journal(out), Arrays.copyOf(journal, blockEnds(journal).get(0)));
    for (Path file : files(out.resolve("stores"))) {
      if (file.endsWith("manifest.json")) {
        Files.delete(file);
      }
    }

    assertThatThrownBy(() -> run(SMALL, out)).isInstanceOf(RunException.class);
  }

  @Test
  void aDamagedBlockInTheMiddleIsRefused() {
    Path out = folder.resolve("run");
    copy(shared.resolve("whole"), out);
    byte[] damaged = journal.clone();
    damaged[blockEnds(journal).get(3) + 20] ^= 1;
    write(journal(out), damaged);

    assertThatThrownBy(() -> run(SMALL, out))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("is damaged at line");
    assertThat(read(journal(out))).as("left as it was").isEqualTo(damaged);
  }

  @Test
  void aSecondProcessInTheSameFolderIsTurnedAway() {
    Path out = folder.resolve("run");
    RuntimeException[] inner = new RuntimeException[1];

    runAndKill(
        SMALL,
        out,
        done -> {
          try {
            run(SMALL, out);
          } catch (RuntimeException e) {
            inner[0] = e;
          }
          return true;
        });

    assertThat(inner[0])
        .isInstanceOf(RunException.class)
        .hasMessageContaining("another process is working in");
  }

  private static void assertSame(Path out, RunReport report) {
    assertThat(withoutRunAndCost(report)).isEqualTo(withoutRunAndCost(whole));
    assertThat(observations(out)).isEqualTo(observations(shared.resolve("whole")));
    assertThat(stores(shared.resolve("whole")))
        .as("what had to be written again is the same")
        .containsAllEntriesOf(stores(out));
  }

  /** A journal's observations as text, without latencies. */
  private static List<String> observationLines(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith("{\"cell\""))
        .map(line -> line.replaceAll("\"latency_us\":\\d+", ""))
        .toList();
  }

  private static Map<String, String> contents(Path out) {
    Map<String, String> contents = new java.util.TreeMap<>();
    for (Path file : files(out)) {
      contents.put(out.relativize(file).toString(), java.util.HexFormat.of().formatHex(read(file)));
    }
    contents.remove(".lock");
    return contents;
  }
}
