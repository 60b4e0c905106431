package dev.carryover.studies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.spi.Settings;
import dev.carryover.studies.frame.Study.Request;
import dev.carryover.studies.frame.StudyListener;
import dev.carryover.studies.frame.StudyRun;
import dev.carryover.studies.items.Arm;
import dev.carryover.studies.report.StudyReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both studies from end to end on a shipped model, with the smallest settings that do it all. */
class NanoStudiesTest {
  private static final Map<String, String> COMPOSITION =
      Map.of("sizes", "2", "groups", "1", "positions", "6", "steps", "3", "few", "1");
  private static final Map<String, String> BUDGET =
      Map.of(
          "histories",
          "synthetic:nano?count=1",
          "budgets",
          "4,32",
          "seeds",
          "1",
          "steps",
          "3",
          "conversations",
          "16");

  @TempDir Path folder;

  private static StudyReport run(
      String study, Map<String, String> settings, Path out, StudyListener listener) {
    return new StudyRun(Studies.named(study), out, listener, Clock.systemUTC())
        .run(new Request("nano-1", 4, Settings.of(settings)));
  }

  /** Stops a run in the middle, as a crash does. */
  private static StudyListener stoppingAfter(int steps) {
    return new StudyListener() {
      private int left = steps;

      @Override
      public void stage(String what) {}

      @Override
      public void progress(long done, long total, String where) {
        if (left-- == 0) {
          throw new IllegalStateException("killed");
        }
      }
    };
  }

  private static Map<String, Arm> arms(StudyReport report) {
    Map<String, Arm> arms = new HashMap<>();
    report.findings().arms().forEach(arm -> arms.put(arm.name(), arm));
    return arms;
  }

  private static Map<String, String> files(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      Map<String, String> files = new TreeMap<>();
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(path).toString();
        if (!name.equals("run.json")) {
          files.put(name, java.util.Arrays.hashCode(Files.readAllBytes(path)) + "");
        }
      }
      return files;
    }
  }

  @Test
  void aCompositionThatWasKilledComesOutAsOneThatWasNot() throws IOException {
    Path whole = folder.resolve("whole");
    StudyReport report = run("composition", COMPOSITION, whole, stoppingAfter(-1));

    Map<String, Arm> arms = arms(report);
    assertThat(arms.get("cache, own").accuracy()).isGreaterThan(0.7);
    assertThat(arms.get("2 read together").accuracy()).isGreaterThan(0.7);
    assertThat(arms.get("no memory").right()).isZero();
    assertThat(arms)
        .containsKeys(
            "cartridge, 2 raw",
            "cache, 2 first marker",
            "cache, 2 ordinary column",
            "cartridge, 2 no marker",
            "covisible-few, own",
            "covisible-many, 2 first marker");
    assertThat(report.training().keySet())
        .containsExactly("cartridge", "covisible-few", "covisible-many");
    assertThat(report.findings().contrasts()).hasSize(19);

    Path killed = folder.resolve("killed");
    for (int steps : new int[] {2, 7}) {
      assertThatThrownBy(() -> run("composition", COMPOSITION, killed, stoppingAfter(steps)))
          .hasMessage("killed");
    }
    run("composition", COMPOSITION, killed, stoppingAfter(-1));
    assertThat(files(killed)).isEqualTo(files(whole));
  }

  @Test
  void aBudgetIsComparedWithItsStartTheFullContextAndNoMemory() {
    StudyReport report = run("cartridge-budget", BUDGET, folder.resolve("run"), stoppingAfter(-1));

    Map<String, Arm> arms = arms(report);
    assertThat(arms.keySet())
        .containsExactlyInAnyOrder(
            "no memory",
            "full context",
            "4 start",
            "4 trained, seed 1",
            "32 start",
            "32 trained, seed 1");
    assertThat(arms.get("full context").accuracy()).isGreaterThan(0.7);
    assertThat(arms.get("no memory").right()).isZero();
    assertThat(arms.get("4 start").figures().get("compression")).isGreaterThan(50);
    assertThat(report.findings().unmeasurable()).isEmpty();
    assertThat(report.findings().verdicts()).hasSize(1);
    assertThat(report.training().get("32 trained, seed 1").tokensIn()).isPositive();
    assertThat(List.copyOf(report.training().keySet())).contains("4 start");
  }
}
