package dev.carryover.formats.rag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.RepairMethod.Rung;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StoreEditor.Edit;
import dev.carryover.core.spi.VectorInspector.EmbeddedText;
import dev.carryover.core.testkit.BagOfWordsEmbedder;
import dev.carryover.core.testkit.FolderStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Re-embedding, shuffling and looking at vectors. */
class StoreChangesTest {
  private static final Embedder OLD = new BagOfWordsEmbedder("old", 32, 1);
  private static final Embedder NEW = new BagOfWordsEmbedder("new", 32, 2);

  @TempDir private Path folder;
  private FolderStores stores;
  private final MemoryFormat format =
      new RagProvider().create(Settings.of(Map.of("chunk", "event")));
  private final RepairMethod reEmbed = format.repairs().get(0);

  @BeforeEach
  void makeRoom() {
    stores = new FolderStores(folder);
  }

  @Test
  void reEmbeddingEverythingGivesWhatWritingGives() throws IOException {
    MemoryStore old = write("old", 33, OLD);
    MemoryStore own = write("own", 33, NEW);

    MemoryStore repaired = repair(old, NEW, Rung.percent(100), 5, "repaired");

    for (String file : List.of("items.jsonl", "vectors.npy")) {
      assertThat(repaired.content().resolve(file))
          .hasSameBinaryContentAs(own.content().resolve(file));
    }
    assertThat(repaired.manifest().sha256()).isEqualTo(own.manifest().sha256());
    assertThat(repaired.manifest().description().spaces()).containsExactly(NEW.identity());
    assertThat(repaired.manifest().description().settings()).isEqualTo(format.settings());
    assertThat(repaired.manifest().description().ancestor().orElseThrow().method())
        .isEqualTo("re-embed 100 %");
  }

  @ParameterizedTest
  @CsvSource({"25, 8", "50, 17", "75, 25", "1, 0"})
  void aShareIsReEmbeddedAndTheRestKeepsItsVectors(int percent, int replaced) throws IOException {
    MemoryStore old = write("old", 33, OLD);

    MemoryStore mixed = repair(old, NEW, Rung.percent(percent), 5, "mixed");

    assertThat(mixed.manifest().description().spaces())
        .containsExactly(OLD.identity(), NEW.identity());
    List<Integer> fresh = spacesOf(mixed);
    assertThat(fresh).hasSize(33);
    assertThat(fresh.stream().filter(space -> space == 1)).hasSize(replaced);
    float[][] vectors = vectors(mixed);
    float[][] before = vectors(old);
    List<String> texts = texts(old);
    for (int i = 0; i < vectors.length; i++) {
      float[] expected =
          fresh.get(i) == 1 ? NEW.embed(List.of(texts.get(i)), Purpose.DOCUMENT).get(0) : before[i];
      assertThat(vectors[i]).isEqualTo(expected);
    }
    assertThat(texts(mixed)).isEqualTo(texts);
  }

  @Test
  void theChoiceFollowsTheSeedAndSmallerSharesAreWithinLargerOnes() throws IOException {
    MemoryStore old = write("old", 60, OLD);

    List<Integer> quarter = spacesOf(repair(old, NEW, Rung.percent(25), 5, "a"));
    List<Integer> half = spacesOf(repair(old, NEW, Rung.percent(50), 5, "b"));

    assertThat(spacesOf(repair(old, NEW, Rung.percent(25), 5, "c"))).isEqualTo(quarter);
    assertThat(spacesOf(repair(old, NEW, Rung.percent(25), 6, "d"))).isNotEqualTo(quarter);
    for (int i = 0; i < 60; i++) {
      assertThat(half.get(i)).isGreaterThanOrEqualTo(quarter.get(i));
    }
  }

  @Test
  void aMixedStoreIsReadInOneIndex() {
    MemoryStore mixed = repair(write("old", 33, OLD), NEW, Rung.percent(50), 5, "mixed");

    try (var memory = format.reader().open(mixed, RagContract.playedBy(NEW))) {
      assertThat(memory.items()).hasSize(33);
    }
  }

  @Test
  void aSpaceThatNoItemUsesAnyMoreIsForgotten() {
    Embedder third = new BagOfWordsEmbedder("third", 32, 3);
    MemoryStore mixed = repair(write("old", 33, OLD), NEW, Rung.percent(50), 5, "mixed");

    assertThat(
            repair(mixed, third, Rung.percent(50), 5, "same choice")
                .manifest()
                .description()
                .spaces())
        .containsExactly(OLD.identity(), third.identity());
    assertThat(repair(mixed, third, Rung.percent(25), 5, "three").manifest().description().spaces())
        .containsExactly(OLD.identity(), NEW.identity(), third.identity());
  }

  @Test
  void aPartialRepairAcrossDimensionsIsRefusedWithBothNames() {
    MemoryStore old = write("old", 10, OLD);
    Embedder wide = new BagOfWordsEmbedder("wide", 48, 4);

    assertThatThrownBy(() -> repair(old, wide, Rung.percent(50), 5, "partial"))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("'old' (dimension 32")
        .hasMessageContaining("'wide' (dimension 48");
    assertThat(folder.resolve("partial")).doesNotExist();
    assertThat(repair(old, wide, Rung.percent(100), 5, "full").manifest().sha256())
        .isEqualTo(write("own", 10, wide).manifest().sha256());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 50})
  void shuffledVectorsAllBelongToOthers(int events) throws IOException {
    MemoryStore store = write("store", events, OLD);

    MemoryStore shuffled = edit(store, Edit.SHUFFLED, 9, "shuffled");

    float[][] before = vectors(store);
    float[][] after = vectors(shuffled);
    assertThat(texts(shuffled)).isEqualTo(texts(store));
    assertThat(Stream.of(after).map(Arrays::toString))
        .containsExactlyInAnyOrderElementsOf(Stream.of(before).map(Arrays::toString).toList());
    for (int i = 0; i < events; i++) {
      assertThat(after[i]).isNotEqualTo(before[i]);
    }
  }

  @Test
  void shufflingFollowsTheSeedAndTakesSpacesAlong() throws IOException {
    MemoryStore mixed = repair(write("old", 40, OLD), NEW, Rung.percent(50), 5, "mixed");

    MemoryStore shuffled = edit(mixed, Edit.SHUFFLED, 9, "shuffled");

    assertThat(edit(mixed, Edit.SHUFFLED, 10, "other").manifest().sha256())
        .isNotEqualTo(shuffled.manifest().sha256());
    List<float[]> before = List.of(vectors(mixed));
    float[][] after = vectors(shuffled);
    List<Integer> spaces = spacesOf(mixed);
    for (int i = 0; i < after.length; i++) {
      int place = i;
      int from =
          IntStream.range(0, before.size())
              .filter(j -> Arrays.equals(before.get(j), after[place]))
              .findFirst()
              .orElseThrow();
      assertThat(spacesOf(shuffled).get(i)).isEqualTo(spaces.get(from));
    }
  }

  @Test
  void aLoneItemKeepsItsVector() {
    MemoryStore lone = write("lone", 1, OLD);

    assertThat(edit(lone, Edit.SHUFFLED, 9, "shuffled").manifest().sha256())
        .isEqualTo(lone.manifest().sha256());
  }

  @Test
  void aSampleShowsTextsWithTheirVectorsInTheStoresOrder() throws IOException {
    MemoryStore store = write("store", 50, OLD);
    float[][] vectors = vectors(store);

    List<EmbeddedText> sample = format.vectors().orElseThrow().sample(store, 12, 4);

    assertThat(sample).hasSize(12);
    List<Integer> places =
        sample.stream().map(text -> Integer.parseInt(text.item().substring(1))).toList();
    assertThat(places).isSorted().doesNotHaveDuplicates();
    for (int i = 0; i < sample.size(); i++) {
      assertThat(sample.get(i).vector()).isEqualTo(vectors[places.get(i)]);
      assertThat(sample.get(i).text()).isEqualTo(texts(store).get(places.get(i)));
    }
    assertThat(items(format.vectors().orElseThrow().sample(store, 12, 4))).isEqualTo(items(sample));
    assertThat(items(format.vectors().orElseThrow().sample(store, 12, 5)))
        .isNotEqualTo(items(sample));
    assertThat(format.vectors().orElseThrow().sample(store, 500, 4)).hasSize(50);
  }

  private static List<String> items(List<EmbeddedText> sample) {
    return sample.stream().map(EmbeddedText::item).toList();
  }

  private MemoryStore write(String name, int events, Embedder embedder) {
    List<Event> turns = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      turns.add(new Event("e" + i, Optional.empty(), "Ana", "turn " + i + " about thing" + i % 7));
    }
    return format
        .writer()
        .write(new History("h", turns), RagContract.playedBy(embedder), 1, stores.target(name));
  }

  private MemoryStore repair(
      MemoryStore store, Embedder embedder, Rung rung, long seed, String name) {
    return reEmbed.apply(
        RepairMethod.Job.of(store, Optional.empty(), RagContract.playedBy(embedder), rung, seed),
        stores.target(name));
  }

  private MemoryStore edit(MemoryStore store, Edit edit, long seed, String name) {
    return format.editor().edit(store, edit, seed, stores.target(name));
  }

  private List<String> texts(MemoryStore store) {
    Components anyone = RagContract.playedBy(OLD);
    try (var memory = format.reader().open(store, anyone)) {
      return memory.items().stream().map(item -> item.text()).toList();
    }
  }

  private static float[][] vectors(MemoryStore store) throws IOException {
    return Npy.read(store.content().resolve("vectors.npy"));
  }

  private static List<Integer> spacesOf(MemoryStore store) throws IOException {
    return Files.readAllLines(store.content().resolve("items.jsonl")).stream()
        .map(line -> Integer.parseInt(line.replaceAll(".*\"space\":(\\d+)\\}", "$1")))
        .toList();
  }
}
