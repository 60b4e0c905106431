package dev.carryover.formats.rag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.BagOfWordsEmbedder;
import dev.carryover.core.testkit.FolderStores;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An embedder that returns nonsense stops the work, and never becomes a figure. */
class BadEmbedderTest {
  private static final Embedder GOOD = new BagOfWordsEmbedder("good", 4, 1);
  private static final History HISTORY =
      new History("h", List.of(new Event("0", Optional.empty(), "", "text")));

  @TempDir private Path folder;
  private final MemoryFormat format = new RagProvider().create(Settings.NONE);

  static List<UnaryOperator<List<float[]>>> faults() {
    return List.of(
        vectors -> List.of(),
        vectors -> List.of(vectors.get(0), vectors.get(0)),
        vectors -> List.of(new float[] {1, 0, 0}),
        vectors -> List.of(new float[] {1, Float.NaN, 0, 0}),
        vectors -> List.of(new float[] {1, Float.POSITIVE_INFINITY, 0, 0}));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void nonsenseIsNeitherStoredNorSearchedFor(UnaryOperator<List<float[]>> fault) {
    FolderStores stores = new FolderStores(folder);
    Embedder bad = new Faulty(fault);

    assertThatThrownBy(
            () ->
                format.writer().write(HISTORY, RagContract.playedBy(bad), 1, stores.target("bad")))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("'good'");
    assertThat(folder.resolve("bad")).doesNotExist();
    MemoryStore store =
        format.writer().write(HISTORY, RagContract.playedBy(GOOD), 1, stores.target("good"));
    try (Memory memory = format.reader().open(store, RagContract.playedBy(bad))) {
      assertThatThrownBy(() -> memory.read(List.of(new Question("text?"))))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("'good'");
    }
  }

  @Test
  void nothingToEmbedIsNoCall() {
    Embedder broken =
        new Faulty(
            vectors -> {
              throw new ServiceException("down");
            });

    MemoryStore store =
        format
            .writer()
            .write(
                new History("h", List.of()),
                RagContract.playedBy(broken),
                1,
                new FolderStores(folder).target("empty"));

    assertThat(store.manifest().description().spaces()).containsExactly(GOOD.identity());
  }

  private record Faulty(UnaryOperator<List<float[]>> fault) implements Embedder {
    @Override
    public EmbedderIdentity identity() {
      return GOOD.identity();
    }

    @Override
    public List<float[]> embed(List<String> texts, Purpose purpose) {
      return fault.apply(GOOD.embed(texts, purpose));
    }
  }
}
