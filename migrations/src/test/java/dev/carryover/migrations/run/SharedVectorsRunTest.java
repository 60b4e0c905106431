package dev.carryover.migrations.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.embedding.SharedVectors;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.VectorMemory;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that share what they embedded say what they say alone. */
class SharedVectorsRunTest {
  @TempDir private Path folder;

  private final Queue<String> embedded = new ConcurrentLinkedQueue<>();
  private final Queue<String> again = new ConcurrentLinkedQueue<>();
  private final SharedVectors shared = new SharedVectors();

  @Test
  void aSecondRunEmbedsNothingAndReportsTheSame() {
    RunReport alone = run("alone", VectorMemory.NONE);

    RunReport first = run("first", this::remembered);
    int once = embedded.size();
    RunReport second = run("second", this::remembered);

    assertThat(embedded).hasSize(once).isNotEmpty();
    assertThat(GateRuns.withoutRun(first)).isEqualTo(GateRuns.withoutRun(alone));
    assertThat(GateRuns.withoutRun(second)).isEqualTo(GateRuns.withoutRun(alone));
  }

  @Test
  void whatIsAskedAgainToSeeWhetherItChangesIsEmbeddedAgain() {
    run("run", this::remembered);

    assertThat(again).isNotEmpty();
    assertThat(embedded).containsAll(again);
  }

  private RunReport run(String name, VectorMemory memory) {
    return GateRuns.gate(GateRuns.SMALL, folder.resolve(name), memory).run();
  }

  private Embedder remembered(Embedder embedder, int repeat) {
    return shared.over(new Recording(embedder, repeat == 0 ? embedded : again), repeat);
  }

  private record Recording(Embedder embedder, Queue<String> texts) implements Embedder {
    @Override
    public EmbedderIdentity identity() {
      return embedder.identity();
    }

    @Override
    public List<float[]> embed(List<String> given, Purpose purpose) {
      texts.addAll(given);
      return embedder.embed(given, purpose);
    }
  }
}
