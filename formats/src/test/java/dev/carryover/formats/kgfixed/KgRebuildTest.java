package dev.carryover.formats.kgfixed;

import static dev.carryover.formats.kgfixed.Told.claim;
import static dev.carryover.formats.kgfixed.Told.history;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.RepairMethod.Job;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.testkit.FolderStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims of an old store under a schema that has changed since. */
class KgRebuildTest {
  private static final String OLD = "src/test/resources/kgfixed/test-schema.json";
  private static final Components WRITER = Components.NONE.withWriter(new SentenceWriter());

  /** Renames, joins, splits, leaves out and rules otherwise. */
  private static final String NEW =
      """
      {"schema": "carryover.claims/1", "relations": [
        {"name": "crate-number", "description": "", "words": ["crate"], "rule": "latest"},
        {"name": "leads", "description": "", "to_entity": true, "rule": "latest"},
        {"name": "badge", "description": "", "rule": "disputed"},
        {"name": "car", "description": "", "words": ["van"], "rule": "latest"},
        {"name": "lorry", "description": "", "words": ["van"], "rule": "latest"},
        {"name": "Second Badge", "description": "", "rule": "all"}
      ]}
      """;

  @TempDir private Path folder;

  private FolderStores stores;

  @BeforeEach
  void aFolder() {
    stores = new FolderStores(folder);
  }

  private static MemoryFormat format(String schema) {
    return new KgFixedProvider().create(Settings.of(Map.of("schema", schema)));
  }

  private MemoryFormat renamed() throws IOException {
    return format(Files.writeString(folder.resolve("new.json"), NEW).toString());
  }

  private MemoryStore written(String... texts) {
    return format(OLD).writer().write(history(texts), WRITER, 7, stores.target("old"));
  }

  private MemoryStore rebuild(MemoryStore old, MemoryFormat format, String name) {
    RepairMethod method = format.repairs().get(0);
    return method.apply(
        Job.of(old, Optional.empty(), Components.NONE, method.rungs().get(0), 7),
        stores.target(name));
  }

  private static List<String> said(MemoryStore store) {
    return KgContent.of(store).claims().stream()
        .map(
            stored ->
                String.join(
                    " ",
                    stored.id(),
                    stored.claim().subject(),
                    stored.claim().relation(),
                    stored.claim().object(),
                    stored.claim().event(),
                    stored.supersedes().orElse("-")))
        .toList();
  }

  @Test
  void underItsOwnSchemaTheClaimsStayAsTheyAre() {
    MemoryStore old =
        written("The crate of Tesen is G86T.", "The crate of Tesen is H11S.", "no claim");

    MemoryStore rebuilt = rebuild(old, format(OLD), "new");

    assertThat(KgContent.of(rebuilt)).isEqualTo(KgContent.of(old));
    assertThat(rebuilt.manifest().description().settings())
        .containsAllEntriesOf(old.manifest().description().settings())
        .containsEntry("rebuild.claims", "2")
        .containsEntry("rebuild.renamed", "0")
        .containsEntry("rebuild.dropped", "0");
  }

  @Test
  void relationsAreFoundByTheirWordsAndWhatIsUnknownOrAmbiguousIsDroppedAndCounted()
      throws IOException {
    MemoryStore old =
        written(
            "The crate of Tesen is G86T.",
            "The lead of Tesen is Vafen.",
            "The kite of Tesen is K11K.",
            "The van of Tesen is V22V.",
            "The second-badge of Tesen is S33S.");

    MemoryStore rebuilt = rebuild(old, renamed(), "new");

    assertThat(said(rebuilt))
        .containsExactly(
            "c0 Tesen crate-number G86T e0 -",
            "c1 Tesen leads Vafen e1 -",
            "c2 Tesen Second Badge S33S e4 -");
    assertThat(rebuilt.manifest().description().settings())
        .containsEntry("rebuild.claims", "5")
        .containsEntry("rebuild.renamed", "3")
        .containsEntry("rebuild.dropped", "2");
    assertThat(Files.readString(rebuilt.content().resolve("writing.json")))
        .contains("no relation 'kite'", "Tesen | kite | K11K", "no relation 'van'");
  }

  @Test
  void theNewSchemasRuleSaysWhatSupersedesWhat() throws IOException {
    MemoryStore old =
        written(
            "The badge of Tesen is QX77.",
            "The badge of Tesen is QX78.",
            "The kite of Tesen is K11K.",
            "The crate of Tesen is G86T.",
            "The crate of Tesen is G87T.");

    assertThat(said(old)).last().isEqualTo("c4 Tesen crate G87T e4 c3");
    assertThat(said(rebuild(old, renamed(), "new")))
        .containsExactly(
            "c0 Tesen badge QX77 e0 -",
            "c1 Tesen badge QX78 e1 -",
            "c2 Tesen crate-number G86T e3 -",
            "c3 Tesen crate-number G87T e4 c2");
  }

  @Test
  void aRebuiltStoreIsReadUnderTheNewSchemaWithItsTimesAndSources() throws IOException {
    MemoryStore old = written(claim("Getan", "crate", "G34X", "guard"));
    MemoryFormat format = renamed();

    try (Memory memory = format.reader().open(rebuild(old, format, "new"), Components.NONE)) {
      assertThat(((Passages) memory.read(List.of(new Question("crate of Getan?"))).get(0)).texts())
          .containsExactly("[day 0] Getan's crate number is G34X, according to guard.");
    }
  }

  @Test
  void whoWroteTheClaimsStaysTheirWriterAndTheManifestNamesTheAncestor() {
    MemoryStore old = written("The crate of Tesen is G86T.");

    Description made = rebuild(old, format(OLD), "new").manifest().description();

    assertThat(made.writer()).isEqualTo(old.manifest().description().writer());
    assertThat(made.ancestor()).contains(new Ancestor(old.manifest().sha256(), "rebuild"));
  }

  @Test
  void aStoreThatKnowsNothingOfTheSchemaComesOutEmptyAndSaysSo() throws IOException {
    MemoryStore rebuilt = rebuild(written("The kite of Tesen is K11K."), renamed(), "new");

    assertThat(said(rebuilt)).isEmpty();
    assertThat(rebuilt.manifest().description().settings()).containsEntry("rebuild.dropped", "1");
  }

  @Test
  void anOldSchemaThatIsCutOffIsRefusedWithTheFile() throws IOException {
    MemoryStore old = written("The crate of Tesen is G86T.");
    Files.writeString(old.content().resolve("schema.json"), "{\"schema\": \"carryo");

    assertThatThrownBy(() -> rebuild(old, format(OLD), "new"))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("schema.json");
  }
}
