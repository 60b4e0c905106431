package dev.carryover.formats.rag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.StoredItem;
import dev.carryover.core.StoredItem.Source;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.testkit.BagOfWordsEmbedder;
import dev.carryover.core.testkit.FolderStores;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JsonlImporterTest {
  private static final EmbedderIdentity SPACE = new EmbedderIdentity("theirs", 3, "0123abcd");
  private static final History ANA =
      new History(
          "ana",
          List.of(
              new Event("0", Optional.empty(), "Ana", "I moved  to\nPorto."),
              new Event("1", Optional.empty(), "Ben", "When?")));
  private static final History CAT =
      new History("cat", List.of(new Event("m1", Optional.empty(), "", "Meow.")));
  private static final String GOOD = "{\"id\": \"a\", \"text\": \"t\", \"vector\": [1, 2, 3]}";

  @TempDir private Path folder;
  private Path file;
  private FolderStores stores;
  private final MemoryFormat format = new RagProvider().create(Settings.NONE);

  @BeforeEach
  void makeRoom() {
    file = folder.resolve("store.jsonl");
    stores = new FolderStores(folder.resolve("stores"));
  }

  @Test
  void anExportBecomesAStoreWithItsTextsAndVectorsAsTheyAre() throws IOException {
    lines(
        "{\"id\": 7, \"text\": \"Ana: I moved to Porto.\", \"vector\": [3, 0, 4e0], \"events\": [0],"
            + " \"meta\": {\"x\": [1, {\"y\": null}]}}",
        "",
        "{\"events\": [\"1\", 0, 1], \"vector\": [0.5, -1.5, 0], \"id\": \"b\","
            + " \"text\": \"Ben: When? I moved\", \"history\": \"ana\"}\r");

    MemoryStore store = imported(List.of(ANA)).get("ana");

    assertThat(items(store))
        .containsExactly(
            new StoredItem("7", "Ana: I moved to Porto.", List.of(new Source("0", true))),
            new StoredItem(
                "b", "Ben: When? I moved", List.of(new Source("1", true), new Source("0", false))));
    assertThat(Npy.read(store.content().resolve("vectors.npy")))
        .isEqualTo(new float[][] {{3, 0, 4}, {0.5f, -1.5f, 0}});
    assertThat(store.manifest().description().spaces()).containsExactly(SPACE);
    assertThat(store.manifest().description().settings()).containsEntry("chunk", "imported");
    assertThat(store.manifest().description().ancestor().orElseThrow().method())
        .isEqualTo("import jsonl");
  }

  @Test
  void aHistoryWithoutAnyItemIsRefusedByName() throws IOException {
    lines("{\"id\": \"a\", \"text\": \"t\", \"vector\": [1, 2, 3], \"history\": \"cat\"}");

    assertThatThrownBy(() -> imported(List.of(ANA, CAT)))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("no item of 1 of the 2 histories (ana)");
  }

  @Test
  void theSameIdMayStandInTwoHistories() throws IOException {
    lines(
        "{\"id\": \"a\", \"text\": \"t\", \"vector\": [1, 2, 3], \"history\": \"cat\"}",
        "{\"id\": \"a\", \"text\": \"t\", \"vector\": [1, 2, 3], \"history\": \"ana\"}");

    assertThat(imported(List.of(ANA, CAT))).hasSize(2);
  }

  @Test
  void anImportedStoreOfOtherLengthsIsReadByCosine() throws IOException {
    Embedder embedder = new BagOfWordsEmbedder("theirs", 24, 3);
    String[] lines = new String[30];
    for (int i = 0; i < lines.length; i++) {
      float[] vector = embedder.embed(List.of("thing" + i), Purpose.DOCUMENT).get(0);
      for (int d = 0; d < vector.length; d++) {
        vector[d] *= 1 + i;
      }
      lines[i] =
          "{\"id\": %d, \"text\": \"thing%d\", \"vector\": %s}"
              .formatted(i, i, Arrays.toString(vector));
    }
    lines(lines);
    MemoryStore store = imported(List.of(ANA), embedder.identity()).get("ana");

    Components components =
        Components.NONE.withEmbedders(Optional.of(embedder), Optional.of(embedder));
    try (Memory memory = format.reader().open(store, components)) {
      Passages found = (Passages) memory.read(List.of(new Question("thing4"))).get(0);
      assertThat(found.items().get(0).text()).isEqualTo("thing4");
    }
  }

  @Test
  void aByteOrderMarkAndAMissingLastLineFeedAreNoTrouble() throws IOException {
    Files.writeString(file, "\ufeff" + GOOD);

    assertThat(imported(List.of(ANA))).hasSize(1);
  }

  static List<Arguments> badLines() {
    return List.of(
        bad(
            "{\"id\": \"b\", \"text\": \"t\", \"vector\": [1, 2, 3], \"events\": [9]}",
            "'9'",
            "ana"),
        bad(GOOD, "'a'", "line 1"),
        bad("{\"id\": \"b\", \"text\": \"t\", \"vector\": [1, 2]}", "2 numbers", "line 1 has 3"),
        bad("{\"id\": \"b\", \"text\": \"t\", \"vector\": [1, NaN, 3]}", "number 2", "NaN"),
        bad(
            "{\"id\": \"b\", \"text\": \"t\", \"vector\": [-Infinity, 2, 3]}",
            "number 1",
            "Infinity"),
        bad("{\"id\": \"b\", \"text\": \"t\", \"vector\": [1, 2, 1e39]}", "number 3", "1e39"),
        bad("{\"id\": \"b\", \"text\": \"t\", \"vector\": [1, \"2\", 3]}", "number 2", "STRING"),
        bad("{\"id\": \"b\", \"text\": \"t\", \"vector\": [1, null, 3]}", "number 2", "NULL"),
        bad("{\"id\": \"b\", \"text\": \"t\", \"vector\": []}", "empty"),
        bad("{\"id\": \"b\", \"text\": \"t\", \"vector\": [0, 0.0, -0]}", "zeros"),
        bad("{\"id\": \"b\", \"text\": \"t\", \"vector\": 3}", "'vector'", "array"),
        bad("{\"id\": \"b\", \"text\": \"t\"}", "'vector'", "missing"),
        bad("{\"id\": \"b\", \"vector\": [1, 2, 3]}", "'text'", "missing"),
        bad("{\"text\": \"t\", \"vector\": [1, 2, 3]}", "'id'", "missing"),
        bad("{\"id\": \" \", \"text\": \"t\", \"vector\": [1, 2, 3]}", "'id'", "blank"),
        bad("{\"id\": 1.5, \"text\": \"t\", \"vector\": [1, 2, 3]}", "'id'", "FLOAT"),
        bad("{\"id\": \"b\", \"text\": 5, \"vector\": [1, 2, 3]}", "'text'"),
        bad(
            "{\"id\": \"b\", \"id\": \"c\", \"text\": \"t\", \"vector\": [1, 2, 3]}",
            "'id'",
            "twice"),
        bad(
            "{\"id\": \"b\", \"text\": \"t\", \"vector\": [1, 2, 3], \"history\": \"dog\"}",
            "'dog'",
            "ana"),
        bad("{\"id\": \"b\", \"text\": \"t\", \"vector\": [1, 2", "JSON", "cut off"),
        bad("{\"id\": \"b\", \"text\": \"t", "JSON", "cut off"),
        bad("[1, 2, 3]", "object"),
        bad("\"text\"", "object"),
        bad(GOOD.replace("\"a\"", "\"b\"") + GOOD, "after the end"),
        bad("{\"id\": \"b\", \"text\": \"t\", \"vector\": [1 2, 3]}", "JSON"));
  }

  private static Arguments bad(String line, String... named) {
    return Arguments.of(line, List.of(named));
  }

  @ParameterizedTest
  @MethodSource("badLines")
  void aBadLineIsNamedAndNothingIsWritten(String line, List<String> named) throws IOException {
    lines(GOOD, line);

    assertThatThrownBy(() -> imported(List.of(ANA)))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("store.jsonl")
        .hasMessageContaining("line 2")
        .hasMessageContaining("; ")
        .satisfies(error -> named.forEach(name -> assertThat(error).hasMessageContaining(name)));
    assertThat(folder.resolve("stores")).doesNotExist();
  }

  @Test
  void aDimensionThatIsNotTheEmbeddersIsNamedWithIt() throws IOException {
    lines("{\"id\": \"b\", \"text\": \"t\", \"vector\": [1, 2, 3, 4]}");

    assertThatThrownBy(() -> imported(List.of(ANA)))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("line 1")
        .hasMessageContaining("4 numbers")
        .hasMessageContaining("'theirs' (dimension 3");
  }

  @Test
  void theHistoryMayBeLeftOutOnlyWhereThereIsOne() throws IOException {
    lines(GOOD);

    assertThatThrownBy(() -> imported(List.of(ANA, CAT)))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("'history' is missing")
        .hasMessageContaining("2 histories")
        .hasMessageContaining("add \"history\"");
  }

  @Test
  void anEmptyFileIsRefused() throws IOException {
    for (String content : List.of("", "\n \n\r\n")) {
      Files.writeString(file, content);

      assertThatThrownBy(() -> imported(List.of(ANA)))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("store.jsonl")
          .hasMessageContaining("no item");
    }
  }

  @Test
  void filesThatAreNotThereOrNoFilesAreNamed() {
    assertThatThrownBy(() -> imported(List.of(ANA)))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("store.jsonl")
        .hasMessageContaining("does not exist");
    file = folder;
    assertThatThrownBy(() -> imported(List.of(ANA)))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(folder.toString());
  }

  @Test
  void otherEncodingsAreNamedWithTheirPlace() throws IOException {
    Files.write(
        file,
        (GOOD + "\n" + GOOD.replace("t\"", "caf\u00e9\"")).getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> imported(List.of(ANA)))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("not UTF-8")
        .hasMessageContaining("0xE9");
    Files.write(file, GOOD.getBytes(StandardCharsets.UTF_16));
    assertThatThrownBy(() -> imported(List.of(ANA)))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("line 1")
        .hasMessageContaining("not UTF-8");
  }

  @Test
  void aLineOf200MegabytesIsRefused() throws IOException {
    byte[] megabyte = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write((GOOD + "\n{\"id\": \"b\", \"text\": \"").getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < 200; i++) {
        out.write(megabyte);
      }
    }

    assertThatThrownBy(() -> imported(List.of(ANA)))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("67108864 bytes");
  }

  private void lines(String... lines) throws IOException {
    Files.writeString(file, String.join("\n", lines) + "\n");
  }

  private Map<String, MemoryStore> imported(List<History> histories) {
    return imported(histories, SPACE);
  }

  private Map<String, MemoryStore> imported(List<History> histories, EmbedderIdentity space) {
    return format
        .importer()
        .orElseThrow()
        .importStores(file.toString(), histories, Optional.of(space), stores::target);
  }

  private List<StoredItem> items(MemoryStore store) {
    Embedder three = new BagOfWordsEmbedder("three", 3, 1);
    Components components = Components.NONE.withEmbedders(Optional.empty(), Optional.of(three));
    try (Memory memory = format.reader().open(store, components)) {
      return memory.items();
    }
  }
}
