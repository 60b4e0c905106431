package dev.carryover.core.run;

import static dev.carryover.core.run.SampleObservations.numbered;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Observation;
import dev.carryover.core.Usage;
import dev.carryover.core.run.Journal.Spent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed while it writes. */
class JournalKillTest {
  private static final int KILLS = 4;

  @TempDir Path folder;

  /** Appends blocks for ever, from where the journal ends; prints what it was told is safe. */
  static final class Appender {
    private Appender() {}

    public static void main(String[] arguments) {
      Random random = new Random(Long.parseLong(arguments[1]));
      try (Journal journal = Journal.open(Path.of(arguments[0]))) {
        int next = journal.all().size();
        while (true) {
          int after = next + 1 + random.nextInt(200);
          journal.append(numbered(next, after), new Spent(after - next, Usage.NONE));
          next = after;
          System.out.println(next);
        }
      }
    }
  }

  @Test
  void aKilledProcessLosesAndDoublesNothing() throws IOException {
    Path file = folder.resolve("observations.jsonl");
    Random random = new Random(29);
    int before = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      int safe = 0;
      try (ChildJvm child =
          ChildJvm.start(Appender.class, file.toString(), Integer.toString(kill))) {
        int blocks = 1 + random.nextInt(6);
        for (int block = 0; block < blocks; block++) {
          safe = Integer.parseInt(child.line().orElseThrow());
        }
        LockSupport.parkNanos(random.nextInt(20_000_000));
        child.kill();
      }

      try (Journal journal = Journal.open(file)) {
        List<Observation> found = journal.all();
        assertThat(found.size()).isGreaterThanOrEqualTo(safe).isGreaterThan(before);
        assertThat(found).isEqualTo(numbered(0, found.size()));
        assertThat(journal.spent()).isEqualTo(new Spent(found.size(), Usage.NONE));
        before = found.size();
      }
    }

    try (Journal journal = Journal.open(file)) {
      journal.append(numbered(before, before + 3), Spent.NOTHING);
    }
    try (Journal journal = Journal.read(file)) {
      assertThat(journal.all()).isEqualTo(numbered(0, before + 3));
    }
  }
}
