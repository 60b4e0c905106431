package dev.carryover.formats.rag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.Role;
import dev.carryover.core.StoreManifest;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.StoredItem;
import dev.carryover.core.StoredItem.Source;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.testkit.BagOfWordsEmbedder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** RAG with all defaults: the paper's. */
class RagTest extends RagContract {
  @Override
  protected Settings settings() {
    return Settings.NONE;
  }

  @Test
  void theDefaultsAreThePapers() {
    assertThat(format().settings())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("chunk", "512", "k", "8", "index", "exact", "ef", "128"));
    assertThat(format().rankedItems()).hasValue(8);
    assertThat(format().sensitiveTo())
        .containsExactlyInAnyOrder(Role.READER, Role.INDEX_EMBEDDER, Role.QUERY_EMBEDDER);
  }

  @Test
  void wholeEventsAreGroupedWithinTheLimit() {
    List<StoredItem> items =
        items(write(lines("a".repeat(300), "b".repeat(211), "c", "d".repeat(513), "e")));

    assertThat(items)
        .containsExactly(
            item("i0", "a".repeat(300) + "\n" + "b".repeat(211), "0", "1"),
            item("i1", "c", "2"),
            item("i2", "d".repeat(513), "3"),
            item("i3", "e", "4"));
  }

  @Test
  void charactersAreCodePointsAndNotHalvesOfThem() {
    String rockets = "\ud83d\ude80".repeat(255);

    assertThat(items(write(lines(rockets, rockets + "!")))).hasSize(1);
    assertThat(items(write(lines(rockets, rockets + "!!")))).hasSize(2);
  }

  @Test
  void aTimeStandsWhereItChangesWithinAChunk() {
    History history =
        new History(
            "h",
            List.of(
                new Event("0", Optional.of("8 May"), "Ana", "Hello."),
                new Event("1", Optional.of("8 May"), "Ben", "Hi."),
                new Event("2", Optional.of("9 May"), "Ana", "Again."),
                new Event("3", Optional.empty(), "Ben", "When?"),
                new Event("4", Optional.of("9 May"), "", "Now.")));

    assertThat(items(write(history)))
        .extracting(StoredItem::text)
        .containsExactly(
            "[8 May]\nAna: Hello.\nBen: Hi.\n[9 May]\nAna: Again.\nBen: When?\n[9 May]\nNow.");
  }

  @Test
  void eventsMayBeChunksOfTheirOwn() {
    History history =
        new History(
            "h",
            List.of(
                new Event("0", Optional.of("8 May"), "Ana", "Hello."),
                new Event("1", Optional.of("8 May"), "Ben", "Hi.")));

    List<StoredItem> items =
        items(write(history, Settings.of(Map.of("chunk", "event")), components()));

    assertThat(items)
        .containsExactly(
            item("i0", "[8 May]\nAna: Hello.", "0"), item("i1", "[8 May]\nBen: Hi.", "1"));
  }

  @Test
  void theBestComeFirstAndNoMoreThanAskedFor() {
    History history = talk(200);
    Settings one = Settings.of(Map.of("chunk", "event", "k", "3"));
    MemoryStore store = write(history, one, components());

    Passages passages =
        read(store, one, components(), "the engine of person7 is red, and that was turn 72");

    assertThat(passages.ranked()).isTrue();
    assertThat(passages.items()).hasSize(3);
    assertThat(passages.items().get(0).sources()).containsExactly(new Source("e72", true));
  }

  @Test
  void equalChunksRankInTheirOrder() {
    Settings one = Settings.of(Map.of("chunk", "event"));
    MemoryStore store = write(lines("same", "same", "other", "same"), one, components());

    assertThat(read(store, one, components(), "same").items())
        .extracting(StoredItem::id)
        .containsExactly("i0", "i1", "i3", "i2");
  }

  @Test
  void queriesOfAnotherSpaceButTheSameDimensionAreAllowedAsThatIsTheUpgrade() {
    MemoryStore store = write(talk(100));

    assertThat(read(store, settings(), upgraded(), "Who?").items()).hasSize(8);
  }

  @Test
  void queriesOfAnotherDimensionAreRefusedWithBothNames() {
    MemoryStore store = write(talk(10));
    Embedder wide = new BagOfWordsEmbedder("wide", 96, 5);

    assertThatThrownBy(() -> format().reader().open(store, playedBy(wide)))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("'old'")
        .hasMessageContaining("dimension 128")
        .hasMessageContaining("'wide'")
        .hasMessageContaining("dimension 96");
  }

  @Test
  void aMissingEmbedderIsNamed() {
    assertThatThrownBy(() -> write(talk(1), settings(), Components.NONE))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("embedder");
  }

  @Test
  void mixedSpacesWithoutARepairAreRefused() {
    MemoryStore store = write(talk(10));
    Description said = store.manifest().description();
    Description mixed =
        new Description(
            said.format(),
            said.history(),
            said.writer(),
            List.of(OLD.identity(), NEW.identity()),
            said.settings(),
            said.seed(),
            Optional.empty());
    MemoryStore forged =
        new MemoryStore(store.directory(), new StoreManifest(mixed, 1, store.manifest().sha256()));

    assertThatThrownBy(() -> format().reader().open(forged, components()))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("'old'")
        .hasMessageContaining("'new'");
  }

  @Test
  void storesOfOtherFormatsAreRefused() {
    MemoryStore store = write(talk(3));
    Description said = store.manifest().description();
    Description other =
        new Description(
            "notes",
            said.history(),
            said.writer(),
            said.spaces(),
            said.settings(),
            0,
            Optional.empty());

    assertThatThrownBy(
            () ->
                format()
                    .reader()
                    .open(
                        new MemoryStore(store.directory(), new StoreManifest(other, 1, "x")),
                        components()))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("notes");
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    for (Map.Entry<String, String> wrong :
        Map.of("chunk", "0", "k", "many", "index", "faiss", "ef", "-1").entrySet()) {
      assertThatThrownBy(
              () -> provider().create(Settings.of(Map.of(wrong.getKey(), wrong.getValue()))))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining(wrong.getKey())
          .hasMessageContaining(wrong.getValue());
    }
  }

  @Test
  void itemsAreOneALineForAnyoneToRead() throws IOException {
    MemoryStore store = write(lines("x \"y\"", "z"));

    assertThat(Files.readString(store.content().resolve("items.jsonl")))
        .isEqualTo(
            "{\"id\":\"i0\",\"text\":\"x \\\"y\\\"\\nz\",\"sources\":[{\"event\":\"0\",\"whole\":true},"
                + "{\"event\":\"1\",\"whole\":true}],\"space\":0}\n");
    assertThat(store.manifest().description().spaces()).containsExactly(OLD.identity());
  }

  @Test
  void vectorsAreANumpyArrayWithOneRowForEachItem() throws IOException {
    MemoryStore store = write(talk(40));

    float[][] rows = Npy.read(store.content().resolve("vectors.npy"));

    List<String> texts = items(store).stream().map(StoredItem::text).toList();
    assertThat(rows).isEqualTo(OLD.embed(texts, Embedder.Purpose.DOCUMENT).toArray(float[][]::new));
  }

  @Test
  void aVectorFileThatIsCutOffIsNamed() throws IOException {
    MemoryStore store = write(talk(40));
    Path vectors = store.content().resolve("vectors.npy");
    byte[] bytes = Files.readAllBytes(vectors);
    for (int length : new int[] {0, 9, 40, bytes.length - 1}) {
      Files.write(vectors, Arrays.copyOf(bytes, length));

      assertThatThrownBy(() -> items(store))
          .as("%d bytes", length)
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("vectors.npy");
    }
  }

  private static StoredItem item(String id, String text, String... events) {
    return new StoredItem(
        id, text, List.of(events).stream().map(event -> new Source(event, true)).toList());
  }

  private static History lines(String... texts) {
    return new History(
        "h",
        IntStream.range(0, texts.length)
            .mapToObj(i -> new Event(Integer.toString(i), Optional.empty(), "", texts[i]))
            .collect(Collectors.toList()));
  }
}
