package dev.carryover.formats.rag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.RepairMethod.Job;
import dev.carryover.core.spi.RepairMethod.Rung;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.BagOfWordsEmbedder;
import dev.carryover.core.testkit.FolderStores;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stores that are asked in each of their spaces by its own embedder. */
class IsolatedSpacesTest {
  private static final int EVENTS = 60;
  private static final Embedder OLD = new BagOfWordsEmbedder("old", 128, 1);
  private static final Embedder NEW = new BagOfWordsEmbedder("new", 128, 2);
  private static final Embedder WIDER = new BagOfWordsEmbedder("wider", 160, 3);

  @TempDir private Path folder;
  private FolderStores stores;
  private int made;

  @BeforeEach
  void makeRoom() {
    stores = new FolderStores(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "exact, 25",
    "exact, 50",
    "exact, 75",
    "lucene-hnsw, 50",
    "hnswlib, 50",
    "hybrid, 50"
  })
  void everyItemIsFoundByItsOwnWordsInWhicheverSpaceItIs(String index, int percent) {
    MemoryStore old = write(index, OLD);

    for (Embedder embedder : List.of(NEW, WIDER)) {
      MemoryStore isolated = repair(index, old, "re-embed-isolated", embedder, percent);

      assertThat(foundFirst(index, isolated, asking(embedder, OLD))).isEqualTo(EVENTS);
    }
  }

  @Test
  void mixedVectorsLoseTheOldShareToNewQuestions() {
    MemoryStore mixed = repair("exact", write("exact", OLD), "re-embed", NEW, 50);

    assertThat(foundFirst("exact", mixed, asking(NEW, OLD))).isLessThan(45);
  }

  @Test
  void theEmbedderOfEverySpaceMustRun() {
    MemoryStore isolated = repair("exact", write("exact", OLD), "re-embed-isolated", NEW, 50);

    assertThatThrownBy(() -> foundFirst("exact", isolated, RagContract.playedBy(NEW)))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("'old'")
        .hasMessageContaining("does not run");
  }

  @Test
  void isolationIsMarkedAndEndsWithAFullReEmbed() {
    MemoryStore isolated = repair("exact", write("exact", OLD), "re-embed-isolated", WIDER, 75);
    MemoryStore own = write("exact", WIDER);

    MemoryStore whole = repair("exact", isolated, "re-embed", WIDER, 100);

    assertThat(isolated.manifest().description().settings()).containsEntry("spaces", "isolated");
    assertThat(isolated.manifest().description().spaces())
        .containsExactly(OLD.identity(), WIDER.identity());
    assertThat(isolated.manifest().description().ancestor().orElseThrow().method())
        .isEqualTo("re-embed-isolated 75 %");
    assertThat(whole.manifest().sha256()).isEqualTo(own.manifest().sha256());
    assertThat(whole.manifest().description().settings())
        .isEqualTo(own.manifest().description().settings());
  }

  @Test
  void aLoneItemOfASpaceDoesNotPushTheOthersAside() {
    MemoryStore isolated = repair("exact", write("exact", OLD), "re-embed-isolated", NEW, 2);

    assertThat(foundFirst("exact", isolated, asking(NEW, OLD))).isGreaterThanOrEqualTo(EVENTS - 1);
  }

  private static Components asking(Embedder embedder, Embedder further) {
    return RagContract.playedBy(embedder).withFurtherEmbedders(List.of(further));
  }

  private static MemoryFormat format(String index) {
    return new RagProvider().create(Settings.of(Map.of("chunk", "event", "index", index)));
  }

  private MemoryStore write(String index, Embedder embedder) {
    List<Event> events =
        IntStream.range(0, EVENTS)
            .mapToObj(i -> new Event("e" + i, Optional.empty(), "", text(i)))
            .toList();
    return format(index)
        .writer()
        .write(
            new History("h", events),
            RagContract.playedBy(embedder),
            1,
            stores.target("store-" + made++));
  }

  private MemoryStore repair(
      String index, MemoryStore store, String method, Embedder embedder, int percent) {
    Job job =
        Job.of(store, Optional.empty(), RagContract.playedBy(embedder), Rung.percent(percent), 9);
    return format(index).repairs().stream()
        .filter(known -> known.name().equals(method))
        .findFirst()
        .orElseThrow()
        .apply(job, stores.target("store-" + made++));
  }

  private static long foundFirst(String index, MemoryStore store, Components components) {
    List<Question> questions =
        IntStream.range(0, EVENTS).mapToObj(i -> new Question(text(i))).toList();
    try (var memory = format(index).reader().open(store, components)) {
      var found = memory.read(questions);
      return IntStream.range(0, EVENTS)
          .filter(
              i ->
                  ((Passages) found.get(i)).items().get(0).sources().get(0).event().equals("e" + i))
          .count();
    }
  }

  private static String text(int i) {
    return "the thing%d of owner%d was seen by witness%d".formatted(i % 12, i % 7, i);
  }
}
