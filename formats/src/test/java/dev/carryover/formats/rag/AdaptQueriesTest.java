package dev.carryover.formats.rag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.embedding.MemoizedEmbedder;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.RepairMethod.Job;
import dev.carryover.core.spi.RepairMethod.Rung;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.testkit.BagOfWordsEmbedder;
import dev.carryover.core.testkit.FolderStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores whose vectors are kept and whose questions are mapped. */
class AdaptQueriesTest {
  private static final Embedder OLD = new BagOfWordsEmbedder("old", 32, 1);
  private static final Embedder NEW = new ReorderedEmbedder(OLD, 0);
  private static final Embedder WIDER = new ReorderedEmbedder(OLD, 7);
  private static final Embedder OTHER = new BagOfWordsEmbedder("other", 32, 2);
  private static final List<String> SAMPLE =
      IntStream.range(0, 40).mapToObj(i -> "word" + i + " and word" + i * 7).toList();
  private static final List<Question> QUESTIONS =
      IntStream.range(0, 33).mapToObj(i -> new Question("turn " + i + " about thing" + i)).toList();

  @TempDir private Path folder;
  private FolderStores stores;

  @BeforeEach
  void makeRoom() {
    stores = new FolderStores(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact", "lucene-hnsw", "hnswlib", "hybrid"})
  void newQuestionsFindWhatOldOnesFound(String index) {
    MemoryStore old = write(format(index));

    for (Embedder embedder : List.of(NEW, WIDER)) {
      MemoryStore repaired =
          repair(index, old, OLD, embedder, Rung.percent(100), "for-" + embedder.identity());

      assertThat(read(index, repaired, embedder)).isEqualTo(read(index, old, OLD));
    }
    assertThatThrownBy(() -> read(index, old, WIDER))
        .isInstanceOf(IncompatibleStoreException.class);
  }

  @Test
  void theVectorsStayAndTheManifestSaysWhatWasDone() {
    MemoryStore old = write(format("exact"));

    MemoryStore repaired = repair("exact", old, OLD, NEW, Rung.percent(50), "repaired");

    for (String file : List.of("items.jsonl", "vectors.npy")) {
      assertThat(repaired.content().resolve(file))
          .hasSameBinaryContentAs(old.content().resolve(file));
    }
    assertThat(repaired.manifest().description().spaces()).containsExactly(OLD.identity());
    assertThat(repaired.manifest().description().ancestor().orElseThrow().method())
        .isEqualTo("reordering 50 %");
  }

  @Test
  void theOldEmbedderReadsTheVectorsDirectlyAndNoOtherReadsAtAll() {
    MemoryStore old = write(format("exact"));
    MemoryStore repaired = repair("exact", old, OLD, NEW, Rung.percent(100), "repaired");

    assertThat(read("exact", repaired, OLD)).isEqualTo(read("exact", old, OLD));
    assertThatThrownBy(() -> read("exact", repaired, OTHER))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("its adapter takes questions of 'reordered'")
        .hasMessageContaining("'other'");
  }

  @ParameterizedTest
  @CsvSource({"25, 10", "50, 20", "100, 40"})
  void aRungEmbedsItsShareOfTheSampleWithBothAndNoneOfTheStoresTexts(int percent, int texts) {
    MemoryStore old = write(format("exact"));
    MemoizedEmbedder before = new MemoizedEmbedder(OLD);
    MemoizedEmbedder after = new MemoizedEmbedder(NEW);

    repair("exact", old, before, after, Rung.percent(percent), "repaired");

    assertThat(before.textsEmbedded()).isEqualTo(texts);
    assertThat(after.textsEmbedded()).isEqualTo(texts);
  }

  @Test
  void withoutASampleOrTheOldEmbedderTheRemedyIsNamed() {
    MemoryStore old = write(format("exact"));
    RepairMethod method = method("exact", "reordering");
    Job alone = Job.of(old, Optional.empty(), playedBy(NEW), Rung.percent(100), 1);
    Job unsampled =
        new Job(old, Optional.empty(), playedBy(OLD), playedBy(NEW), List.of(), alone.rung(), 1);

    assertThatThrownBy(() -> method.apply(alone, stores.target("alone")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("the old one does not run")
        .hasMessageContaining("re-embed");
    assertThatThrownBy(() -> method.apply(unsampled, stores.target("unsampled")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("give more histories");
  }

  @Test
  void anotherEmbedderThanTheStoresAndMixedStoresAreRefused() {
    MemoryStore old = write(format("exact"));
    Job half = Job.of(old, Optional.empty(), playedBy(OTHER), Rung.percent(50), 1);
    MemoryStore mixed = method("exact", "re-embed").apply(half, stores.target("mixed"));

    assertThatThrownBy(() -> repair("exact", old, OTHER, NEW, Rung.percent(100), "none"))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("name the embedder that wrote it");
    assertThatThrownBy(() -> repair("exact", mixed, OLD, NEW, Rung.percent(100), "none"))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("mixes vectors of 2 spaces");
  }

  @Test
  void aTruncatedAdapterIsRefused() throws IOException {
    MemoryStore old = write(format("exact"));
    MemoryStore repaired = repair("exact", old, OLD, NEW, Rung.percent(100), "repaired");
    Path file = repaired.content().resolve("adapter.bin");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 5));

    assertThatThrownBy(() -> read("exact", repaired, NEW))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("adapter.bin")
        .hasMessageContaining("ends too early")
        .hasMessageContaining("repair the store again");
  }

  @Test
  void reEmbeddingMakesTheAdapterNeedless() {
    MemoryStore old = write(format("exact"));
    MemoryStore adapted = repair("exact", old, OLD, NEW, Rung.percent(100), "adapted");
    Job all = Job.of(adapted, Optional.empty(), playedBy(OTHER), Rung.percent(100), 1);

    MemoryStore own = method("exact", "re-embed").apply(all, stores.target("own"));

    assertThat(own.content().resolve("adapter.bin")).doesNotExist();
    assertThat(read("exact", own, OTHER)).hasSize(QUESTIONS.size());
  }

  private static MemoryFormat format(String index) {
    return new RagProvider().create(Settings.of(Map.of("chunk", "event", "index", index)));
  }

  private static RepairMethod method(String index, String name) {
    return format(index).repairs().stream()
        .filter(method -> method.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private MemoryStore write(MemoryFormat format) {
    List<Event> turns =
        IntStream.range(0, 33)
            .mapToObj(
                i -> new Event("e" + i, Optional.empty(), "Ana", "turn " + i + " of thing" + i % 9))
            .toList();
    return format.writer().write(new History("h", turns), playedBy(OLD), 1, stores.target("old"));
  }

  private MemoryStore repair(
      String index, MemoryStore store, Embedder from, Embedder to, Rung rung, String name) {
    Job job = new Job(store, Optional.empty(), playedBy(from), playedBy(to), SAMPLE, rung, 1);
    return method(index, "reordering").apply(job, stores.target(name.replaceAll("[^a-z0-9-]", "")));
  }

  private static List<Recollection> read(String index, MemoryStore store, Embedder embedder) {
    try (var memory = format(index).reader().open(store, playedBy(embedder))) {
      return memory.read(QUESTIONS);
    }
  }

  private static Components playedBy(Embedder embedder) {
    return RagContract.playedBy(embedder);
  }
}
