package dev.carryover.cli;

import static dev.carryover.cli.Services.gate;
import static dev.carryover.cli.Services.withoutRun;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackModelServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A run with services is killed, and the same command asks only what is missing. */
@DisabledOnOs(OS.WINDOWS)
class ModelKillTest {
  private static final String FORMATS = "{notes: {cap: 100%}}";

  /** Live repeats are never kept, so that a kill may lose some that were answered. */
  private static final String NO_REPEATS = "noise: 0";

  private static final int IN_FLIGHT = 8;
  private static final long SECONDS = 60;

  @TempDir private Path folder;

  @Test
  void afterEachKillOnlyWhatIsMissingIsAsked() throws InterruptedException {
    try (Services services = new Services()) {
      Path config = services.config(folder, 2, FORMATS, NO_REPEATS);
      Path other = folder.resolve("other");
      Said undisturbed = gate(other.resolve("run"), other.resolve("answers"), config, "--json");
      long all = services.askedForAnswers();
      services.old.always(LoopbackBehaviour.delayed(Duration.ofMillis(40)));
      services.next.always(LoopbackBehaviour.delayed(Duration.ofMillis(40)));
      int kills = 0;
      // the old model writes last, and so reads first
      for (LoopbackModelServer server : List.of(services.old, services.next)) {
        CommandProcess process = start(config);
        awaitMore(server, process, 30);
        kills += process.isAlive() ? 1 : 0;
        process.kill();
        process.await();
      }
      services.old.always(LoopbackBehaviour.NORMAL);
      services.next.always(LoopbackBehaviour.NORMAL);

      Said last = start(config).await();

      assertThat(kills).as("killed in the middle").isEqualTo(2);
      assertThat(last.code()).as(last.err()).isEqualTo(undisturbed.code());
      assertThat(withoutRun(last.out())).isEqualTo(withoutRun(undisturbed.out()));
      assertThat(services.askedForAnswers() - 2 * all)
          .as("asked twice: what was in flight when it was killed")
          .isBetween(0L, 2L * IN_FLIGHT);
      assertThat(Services.observations(folder))
          .doesNotHaveDuplicates()
          .isEqualTo(Services.observations(other));
    }
  }

  private CommandProcess start(Path config) {
    return CommandProcess.start(
        folder,
        List.of(),
        "gate",
        "-q",
        "-c",
        config,
        "--out",
        folder.resolve("run"),
        "--cache",
        folder.resolve("answers"),
        "--json");
  }

  private static void awaitMore(LoopbackModelServer server, CommandProcess process, int answers)
      throws InterruptedException {
    long before = Services.asked(server);
    long end = System.nanoTime() + SECONDS * 1_000_000_000L;
    while (process.isAlive() && Services.asked(server) < before + answers) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(5);
    }
  }
}
