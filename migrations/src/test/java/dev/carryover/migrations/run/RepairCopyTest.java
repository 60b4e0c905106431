package dev.carryover.migrations.run;

import static dev.carryover.migrations.run.GateRuns.gate;
import static dev.carryover.migrations.run.GateRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.run.RepairedCopy;
import dev.carryover.core.run.RepairedCopy.Row;
import dev.carryover.core.run.RunException;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.HistorySpec;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.migrations.parts.BagEmbedders;
import dev.carryover.migrations.parts.ScriptedModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Repaired copies of stores, and gates that read them. */
class RepairCopyTest {
  private static final String MIGRATION =
      """
      name: copy
      histories: synthetic:nano?count=3&seed=7
      formats: [rag: {k: 4, chunk: event}]
      old: {model: overlap, embedder: bag-a}
      new: {model: overlap, embedder: bag-b}
      mixed: {percent: 50}
      """;

  @TempDir private Path folder;

  @Test
  void everyStoreIsRepairedAndNamesItsAncestorAndItsPrice() {
    RepairedCopy copy = repair("repaired-re-embed@50", Map.of());

    assertThat(copy.method()).isEqualTo("re-embed");
    assertThat(copy.effort()).isEqualTo(50);
    assertThat(copy.histories()).hasSize(3);
    for (Row row : copy.histories()) {
      var store = StoreFolder.open(to().resolve("stores").resolve(row.store()));
      var made = store.manifest().description().ancestor().orElseThrow();
      assertThat(made.method()).isEqualTo("re-embed 50 %");
      assertThat(made.sha256()).isEqualTo(row.ancestor());
      assertThat(store.manifest().sha256()).isEqualTo(row.sha256());
      assertThat(row.embeddedTexts()).isPositive();
    }
    assertThat(RepairedCopy.find(to())).contains(copy);
  }

  @Test
  void theGateReadsTheCopyAndFindsWhatItsOwnRepairGives() {
    repair("repaired-procrustes", Map.of());

    RunReport own = run(MIGRATION, Map.of("rollout", "repaired-procrustes"), out("own"));
    RunReport read =
        run(
            MIGRATION,
            Map.of("rollout", "repaired-procrustes", "store", to().toString()),
            out("read"));

    assertThat(rollout(read).metrics()).isEqualTo(rollout(own).metrics());
    assertThat(read.verdict().rollout()).isEqualTo("repaired-procrustes");
    assertThat(read.settings()).containsKey("repaired.sha256");
    assertThat(out("own").resolve("stores")).isNotEmptyDirectory();
    assertThat(files(out("read").resolve("stores")))
        .as("the adapters are read where they lie")
        .noneMatch(file -> file.endsWith("adapter.bin"));
  }

  @Test
  void aRepairThatWasKilledGoesOnAndEndsAsOneThatWasNot() {
    RepairedCopy whole = repair("repaired-re-embed", Map.of());
    Path other = folder.resolve("other");
    Gate killed =
        new Gate(
            read(Map.of("rollout", "repaired-re-embed")),
            options(),
            new GateListener() {
              @Override
              public void stage(String what) {}

              @Override
              public void progress(long done, long total, String where) {}

              @Override
              public void copied(long done, long total, String where) {
                if (done == 2) {
                  throw new GateRuns.Killed();
                }
              }
            },
            Clock.systemUTC());

    assertThatThrownBy(() -> killed.repair(other, false)).isInstanceOf(GateRuns.Killed.class);
    assertThatThrownBy(
            () ->
                run(
                    MIGRATION,
                    Map.of("rollout", "repaired-re-embed", "store", other.toString()),
                    out("early")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("did not come to its end");
    RepairedCopy resumed = gate(Map.of("rollout", "repaired-re-embed")).repair(other, false);

    assertThat(resumed.histories()).isEqualTo(whole.histories());
  }

  @Test
  void aGivenStoreIsNeverTouchedAndIsExportedInItsOwnForm() throws IOException {
    Path given = export();
    byte[] before = Files.readAllBytes(given);
    RepairedCopy copy = repair("repaired-re-embed", Map.of("store", "jsonl:" + given));

    assertThat(Files.readAllBytes(given)).isEqualTo(before);
    assertThat(copy.source().orElseThrow().exported()).contains("store.jsonl");
    RunReport again =
        run(
            MIGRATION.replace("bag-a", "bag-x").replace("bag-b", "bag-a").replace("bag-x", "bag-b"),
            Map.of("store", "jsonl:" + to().resolve("store.jsonl")),
            out("loaded"));
    assertThat(again.verdict().histories()).as("it is a store of the new embedder's").isEqualTo(3);
  }

  @Test
  void anAdapterIsExportedBesideTheVectorsAndThereIsNothingToSwap() throws IOException {
    Path given = export();
    Map<String, String> options = Map.of("store", "jsonl:" + given);

    RepairedCopy copy = repair("repaired-ridge", options);

    assertThat(Files.readAllLines(to().resolve("adapters.jsonl")))
        .hasSize(3)
        .allMatch(line -> line.contains("\"from\":\"bag-b\",\"to\":\"bag-a\",\"bias\":["));
    assertThat(copy.source().orElseThrow().exported()).isEmpty();
    Path other = folder.resolve("other");
    assertThatThrownBy(() -> gate(with("repaired-ridge", options)).repair(other, true))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("nothing to swap");
    assertThat(other).as("before anything is repaired").doesNotExist();
  }

  @Test
  void theCopyTakesThePlaceOfTheOriginalAndIsStillGatedAgainstIt() throws IOException {
    Path given = export();
    byte[] before = Files.readAllBytes(given);
    Map<String, String> options = with("repaired-re-embed", Map.of("store", "jsonl:" + given));

    RepairedCopy copy = gate(options).repair(to(), true);

    assertThat(given).hasSameBinaryContentAs(to().resolve("store.jsonl"));
    String sha256 = copy.source().orElseThrow().sha256();
    Path kept = given.resolveSibling("given.jsonl." + sha256.substring(0, 16));
    assertThat(Files.readAllBytes(kept)).isEqualTo(before);
    assertThat(gate(options).repair(to(), true)).as("again").isEqualTo(copy);
    RunReport gated =
        run(
            MIGRATION,
            Map.of("rollout", "repaired-re-embed", "store", to().toString()),
            out("gated"));
    assertThat(gated.verdict().histories()).isEqualTo(3);
  }

  @Test
  void withoutAGivenStoreThereIsNothingToSwap() {
    assertThatThrownBy(() -> gate(Map.of("rollout", "repaired-re-embed")).repair(to(), true))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("--swap: no store was given")
        .hasMessageContaining("name it with --store");
    assertThat(to()).doesNotExist();
  }

  @Test
  void aFolderWithAnotherRepairOrOtherFilesIsRefused() throws IOException {
    repair("repaired-re-embed", Map.of());

    assertThatThrownBy(() -> repair("repaired-ridge", Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("holds another repair")
        .hasMessageContaining("rollout is repaired-re-embed there and repaired-ridge now");
    Path mine = Files.createDirectory(folder.resolve("mine"));
    Files.writeString(mine.resolve("thesis.txt"), "precious");
    assertThatThrownBy(() -> gate(Map.of("rollout", "repaired-ridge")).repair(mine, false))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("thesis.txt");
  }

  @Test
  void aFolderInWhichNoStoreWasRepairedYetTakesTheMendedOne() throws IOException {
    Path given = export();
    String whole = Files.readString(given);
    Files.writeString(given, "{" + whole);
    Map<String, String> options = Map.of("store", "jsonl:" + given);
    assertThatThrownBy(() -> repair("repaired-re-embed", options)).hasMessageContaining("line 1");
    Files.writeString(given, whole);

    assertThat(repair("repaired-re-embed", options).histories()).hasSize(3);
  }

  @Test
  void aCopyOfAnotherStoreIsRefused() {
    repair("repaired-re-embed", Map.of());
    String otherChunks = MIGRATION.replace("chunk: event", "chunk: tokens");
    String other = MIGRATION.replace("bag-a", "bag-c");

    for (String yaml : List.of(otherChunks, other)) {
      assertThatThrownBy(
              () ->
                  run(
                      yaml,
                      Map.of("rollout", "repaired-re-embed", "store", to().toString()),
                      out("o")))
          .isInstanceOfAny(RunException.class, ConfigException.class);
    }
  }

  @Test
  void aDamagedCopyIsRefused() throws IOException {
    RepairedCopy copy = repair("repaired-re-embed", Map.of());
    Path items =
        to().resolve("stores").resolve(copy.histories().get(0).store() + "/content/items.jsonl");
    Files.writeString(items, Files.readString(items) + "\n");

    assertThatThrownBy(
            () ->
                run(
                    MIGRATION,
                    Map.of("rollout", "repaired-re-embed", "store", to().toString()),
                    out("o")))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("does not match its manifest");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "repaired-nonsense | no format under test knows the repair 'nonsense'",
        "repaired-re-embed@33 | has no budget of 33 per cent",
        "repaired-re-embed@0 | repaired-METHOD",
        "repaired- | repaired-METHOD",
      })
  void aRolloutThatIsNoRepairIsBlamedWhereItWasNamed(String rollout, String message) {
    assertThatThrownBy(() -> run(MIGRATION, Map.of("rollout", rollout), out("o")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("--rollout: ")
        .hasMessageContaining(message);
  }

  @Test
  void aFormatThatDoesNotKnowTheRepairKeepsItsOldStore() {
    RunReport report =
        run(
            MIGRATION.replace("event}]", "event}, lc-raw]"),
            Map.of("rollout", "repaired-re-embed@100"),
            out("o"));

    assertThat(report.verdict().rollout()).isEqualTo("repaired-re-embed");
    assertThat(report.treatments())
        .extracting(Treatment::id)
        .contains("lc-raw/old-to-new/repaired-re-embed", "rag/old-to-new/repaired-re-embed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense | 50 | --method: no format under test knows the repair 'nonsense'; known are",
        "ridge@50 | 50 | --method: 'method' is 'ridge@50'; name the method alone",
        "re-embed | 33 | --effort: 're-embed' of format 'rag' has no budget of 33 per cent; choose",
        "re-embed | -5 | --effort: 're-embed' of format 'rag' has no budget of -5 per cent; choose",
      })
  void aMethodOrBudgetThatIsNoneIsBlamedWhereItWasNamed(
      String method, String effort, String message) {
    assertThatThrownBy(() -> gate(Map.of("method", method, "effort", effort)).repair(to(), false))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(message);
    assertThat(to()).doesNotExist();
  }

  @Test
  void aRawHistoryThatIsSaidToBeGoneIsNotUsed() {
    String notes = notes("forwards") + "raw_history: false\n";

    assertThatThrownBy(() -> gate(notes, Map.of("method", "rewrite")).repair(to(), false))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("--method: 'rewrite' needs the raw history")
        .hasMessageContaining("'raw_history: false'");
    assertThat(to()).doesNotExist();
    assertThat(gate(notes, Map.of("method", "style-rewrite")).repair(to(), false).failures())
        .isEmpty();
  }

  @Test
  void aRepairThatFailsIsKeptAndChargedAndNothingIsSwapped() throws IOException {
    ScriptedModel.reset();
    Path given = Files.createDirectory(folder.resolve("notes"));
    for (ProbedHistory probed :
        HistorySpec.parse("synthetic:nano?count=2&seed=7").load(false).histories()) {
      Files.writeString(given.resolve(probed.history().id() + ".md"), "old notes\n");
    }
    RepairedCopy copy =
        gate(notes("blank"), Map.of("method", "rewrite", "store", "notes:" + given))
            .repair(to(), true);

    assertThat(copy.failures())
        .hasSize(2)
        .allSatisfy(row -> assertThat(row.failure()).contains("the model returned nothing"))
        .allSatisfy(row -> assertThat(row.tokensIn()).isPositive())
        .allSatisfy(
            row -> assertThat(to().resolve("stores").resolve(row.store())).isNotEmptyDirectory());
    assertThat(GateRuns.files(given))
        .hasSize(2)
        .allSatisfy(file -> assertThat(file).hasContent("old notes\n"));
  }

  private static String notes(String newWriter) {
    return """
        name: copy
        histories: synthetic:nano?count=2&seed=7
        formats: [notes]
        services:
          a: {kind: scripted, model: forwards}
          b: {kind: scripted, model: new-%s}
        old: {model: a}
        new: {model: b}
        """
        .formatted(newWriter);
  }

  private RepairedCopy repair(String rollout, Map<String, String> options) {
    return gate(with(rollout, options)).repair(to(), false);
  }

  private static Map<String, String> with(String rollout, Map<String, String> options) {
    Map<String, String> all = new TreeMap<>(options);
    all.put("rollout", rollout);
    return all;
  }

  private Gate gate(Map<String, String> options) {
    return gate(MIGRATION, options);
  }

  private Gate gate(String yaml, Map<String, String> options) {
    return GateRuns.gate(yaml, options, out("unused"), done -> false);
  }

  private static MigrationFile read(Map<String, String> options) {
    return MigrationFileReader.read("up.yaml", MIGRATION.getBytes(StandardCharsets.UTF_8), options);
  }

  private GateOptions options() {
    return new GateOptions(
        out("unused"),
        new TreeMap<>(),
        2,
        8,
        false,
        Optional.empty(),
        OptionalDouble.empty(),
        Optional.empty());
  }

  private static Treatment rollout(RunReport report) {
    return report.treatments().stream()
        .filter(t -> t.id().equals("rag/old-to-new/" + report.verdict().rollout()))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> files(Path where) {
    return GateRuns.files(where).stream().map(Path::toString).toList();
  }

  private Path to() {
    return folder.resolve("to");
  }

  private Path out(String name) {
    return folder.resolve(name);
  }

  private Path export() {
    Embedder embedder = BagEmbedders.embedder("bag-a", BagEmbedders.DIMENSION, 1);
    StringBuilder lines = new StringBuilder();
    for (ProbedHistory probed :
        HistorySpec.parse("synthetic:nano?count=3&seed=7").load(false).histories()) {
      List<String> texts = new ArrayList<>();
      for (Event event : probed.history().events()) {
        texts.add(event.asLine().replace("\"", "'"));
      }
      List<float[]> vectors = embedder.embed(texts, Purpose.DOCUMENT);
      for (int i = 0; i < texts.size(); i++) {
        lines.append(
            "{\"id\": \"i%d\", \"text\": \"%s\", \"vector\": %s, \"history\": \"%s\", \"events\": [\"%s\"]}\n"
                .formatted(
                    i,
                    texts.get(i),
                    Arrays.toString(vectors.get(i)),
                    probed.history().id(),
                    probed.history().events().get(i).id()));
      }
    }
    Path file = folder.resolve("given.jsonl");
    GateRuns.write(file, lines.toString().getBytes(StandardCharsets.UTF_8));
    return file;
  }
}
