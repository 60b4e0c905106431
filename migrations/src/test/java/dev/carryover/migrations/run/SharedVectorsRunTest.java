package dev.carryover.migrations.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.embedding.SharedVectors;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.VectorMemory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that share what they embedded say what they say alone. */
class SharedVectorsRunTest {
  @TempDir private Path folder;

  private final AtomicInteger embedded = new AtomicInteger();
  private final SharedVectors shared = new SharedVectors();

  @Test
  void aSecondRunEmbedsNothingButItsRepeatsAndReportsTheSame() {
    RunReport alone = run("alone", VectorMemory.NONE);

    RunReport first = run("first", embedder -> shared.over(new Counting(embedder)));
    int once = embedded.get();
    RunReport second = run("second", embedder -> shared.over(new Counting(embedder)));

    assertThat(once).isPositive();
    assertThat(embedded).hasValue(once);
    assertThat(GateRuns.withoutRun(first)).isEqualTo(GateRuns.withoutRun(alone));
    assertThat(GateRuns.withoutRun(second)).isEqualTo(GateRuns.withoutRun(alone));
  }

  @Test
  void whatIsAskedAgainToSeeWhetherItChangesIsEmbeddedPastTheMemory() {
    RunReport report = run("run", Counting::new);

    assertThat(embedded.get()).isPositive().isLessThan((int) report.cost().embeddedTexts());
  }

  private RunReport run(String name, VectorMemory memory) {
    return GateRuns.gate(GateRuns.SMALL, folder.resolve(name), memory).run();
  }

  private final class Counting implements Embedder {
    private final Embedder embedder;

    private Counting(Embedder embedder) {
      this.embedder = embedder;
    }

    @Override
    public EmbedderIdentity identity() {
      return embedder.identity();
    }

    @Override
    public List<float[]> embed(List<String> texts, Purpose purpose) {
      embedded.addAndGet(texts.size());
      return embedder.embed(texts, purpose);
    }
  }
}
