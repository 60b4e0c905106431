package dev.carryover.migrations.run;

import static dev.carryover.migrations.run.GateRuns.run;
import static dev.carryover.migrations.run.GateRuns.withoutRunAndCost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.ProbedHistory;
import dev.carryover.core.StoredItem;
import dev.carryover.core.report.Figure;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.HistorySpec;
import dev.carryover.core.spi.SourceException;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.parts.BagEmbedders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gates over a store that was there already. */
class GivenStoreTest {
  private static final String MIGRATION =
      """
      name: given
      histories: synthetic:nano?count=3&seed=7
      formats: [rag: {k: 4}]
      old: {model: overlap, embedder: bag-a}
      new: {model: overlap, embedder: bag-b}
      mixed: {percent: 50}
      """;

  private static final List<ProbedHistory> HISTORIES =
      HistorySpec.parse("synthetic:nano?count=3&seed=7").load(false).histories();

  private static final Embedder A = BagEmbedders.embedder("bag-a", BagEmbedders.DIMENSION, 1);
  private static final Embedder B = BagEmbedders.embedder("bag-b", BagEmbedders.DIMENSION, 2);

  @TempDir private Path folder;

  @Test
  void aStoreThatIsWhatWeWouldHaveWrittenGivesTheSameFigures() {
    RunReport given = run(MIGRATION, export(A, true), folder.resolve("given"));
    RunReport written = run(MIGRATION, folder.resolve("written"));

    for (Treatment treatment : written.treatments()) {
      if (!treatment.treatment().matches("shuffled|(mixed|corrupted)-.*")) {
        assertThat(treatment(given, treatment.id()).metrics())
            .as(treatment.id())
            .isEqualTo(treatment.metrics());
      }
    }
    assertThat(given.gates()).anyMatch(g -> g.name().contains("no-op") && g.passed());
    assertThat(given.settings()).containsKey("store.sha256");
  }

  @Test
  void itsOwnVectorsAreReadAndNotNewOnes() {
    // the old embedder's vectors, each a little longer than 1 and hardly turned
    RunReport given = run(MIGRATION, export(scaled(A), true), folder.resolve("run"));

    assertThat(figure(given, "rag/old-to-new/before").mean()).isPresent();
    assertThat(given.cost().embeddedTexts())
        .as("questions for both embedders twice over, and the new embedder's documents")
        .isLessThan(run(MIGRATION, folder.resolve("written")).cost().embeddedTexts());
  }

  @Test
  void vectorsOfAnotherEmbedderAreTheFindingWithTheFiguresAndTheTrueName() {
    Path out = folder.resolve("run");

    assertThatThrownBy(() -> run(MIGRATION, export(B, true), out))
        .isInstanceOf(PreflightException.class)
        .hasMessageContaining("the stored vectors are not those of 'bag-a', but those of 'bag-b'")
        .hasMessageMatching(
            "(?s).*of 6[0-4] stored texts embedded again, 0 agree \\(cosine at least 0\\.999\\);"
                + " mean cosine -?0\\.\\d{4}, least -?0\\.\\d{4}.*")
        .hasMessageContaining("name the embedder that made them under 'old'");

    String mended =
        MIGRATION.replace("bag-a", "bag-x").replace("bag-b", "bag-a").replace("bag-x", "bag-b");
    assertThat(run(mended, export(B, true), out).verdict().histories())
        .as("the same folder can be used once the file is mended")
        .isEqualTo(3);
  }

  @Test
  void vectorsOfNeitherEmbedderAreTheFindingToo() {
    Embedder other = BagEmbedders.embedder("bag-c", BagEmbedders.DIMENSION, 3);

    assertThatThrownBy(() -> run(MIGRATION, export(other, true), folder.resolve("run")))
        .isInstanceOf(PreflightException.class)
        .hasMessageContaining("the stored vectors are not those of 'bag-a': of 6");
  }

  @Test
  void aDimensionThatDiffersIsRefusedAtItsLine() {
    Embedder wide = BagEmbedders.embedder("bag-wide", 300, 1);

    assertThatThrownBy(() -> run(MIGRATION, export(wide, true), folder.resolve("run")))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("store.jsonl")
        .hasMessageContaining("1")
        .hasMessageContaining("'vector' has 300 numbers")
        .hasMessageContaining("256");
  }

  @Test
  void itemsThatNameNoEventsAreUnscoredAndNeverMisses() {
    RunReport report = run(MIGRATION, export(A, false), folder.resolve("run"));

    Treatment before = treatment(report, "rag/old-to-new/before");
    assertThat(before.metrics()).containsOnlyKeys("accuracy");
    assertThat(report.perHistory())
        .filteredOn(row -> row.treatment().equals("rag/old-to-new/before"))
        .allSatisfy(row -> assertThat(row.metrics()).containsOnlyKeys("accuracy"));
  }

  @Test
  void withoutCodesAndEventsNothingIsMeasurable() {
    String freeText =
        MIGRATION.replaceAll("histories: .*", "histories: " + freeText()).replace("{k: 4}", "{}");
    Map<String, String> store =
        Map.of("store", "jsonl:" + export(A, false).get("store").substring(6));

    RunReport report = run(freeText, store, folder.resolve("run"));

    assertThat(report.verdict().decision()).isEqualTo("not-measurable");
    assertThat(report.verdict().reason()).contains("no probe that both sides scored");
    assertThat(report.treatments())
        .allSatisfy(
            t -> {
              if (!t.treatment().equals("empty")) {
                assertThat(t.metrics()).as(t.id()).isEmpty();
              }
            });
  }

  @Test
  void aRunOverAGivenStoreGoesOn() {
    Path out = folder.resolve("run");
    Map<String, String> store = export(A, true);
    RunReport whole = run(MIGRATION, store, folder.resolve("whole"));

    assertThatThrownBy(() -> GateRuns.gate(MIGRATION, store, out, done -> done > 100).run())
        .isInstanceOf(GateRuns.Killed.class);

    assertThat(withoutRunAndCost(run(MIGRATION, store, out))).isEqualTo(withoutRunAndCost(whole));
  }

  @Test
  void anotherExportUnderTheSameNameIsAnotherPlan() {
    Path out = folder.resolve("run");
    run(MIGRATION, export(A, true), out);

    assertThatThrownBy(() -> run(MIGRATION, export(A, false), out))
        .hasMessageContaining("store.sha256");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "parquet:x.pq | give one of kind 'jsonl'",
        "jsonl:nowhere.jsonl | there is no file 'nowhere.jsonl'",
      })
  void aStoreThatCannotBeFoundIsBlamedWhereItWasNamed(String store, String message) {
    Path out = folder.resolve("run");

    assertThatThrownBy(() -> run(MIGRATION, Map.of("store", store), out))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("--store: ")
        .hasMessageContaining(message);
    assertThatThrownBy(() -> run(MIGRATION + "store: " + store, out))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("up.yaml:7: ");
    assertThatThrownBy(
            () -> GateRuns.gate(MIGRATION, Map.of("store", store), out, done -> false).check())
        .isInstanceOf(ConfigException.class);
    assertThat(out).doesNotExist();
  }

  @Test
  void aFormatThatCannotTakeOverAStoreIsRefusedBeforeTheStart() {
    Path out = folder.resolve("run");
    String yaml = MIGRATION.replace("{k: 4}]", "{k: 4}, lc-raw]");

    assertThatThrownBy(() -> run(yaml, export(A, true), out))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("--store: format 'lc-raw' cannot take over a store");
    assertThat(out).doesNotExist();
  }

  private Map<String, String> export(Embedder embedder, boolean events) {
    StringBuilder lines = new StringBuilder();
    for (ProbedHistory probed : HISTORIES) {
      List<StoredItem> items =
          probed.history().events().stream()
              .map(
                  e ->
                      new StoredItem(
                          "i" + e.id(),
                          e.time().map(t -> "[" + t + "]\n").orElse("") + e.asLine(),
                          List.of(new StoredItem.Source(e.id(), true))))
              .toList();
      List<float[]> vectors =
          embedder.embed(items.stream().map(StoredItem::text).toList(), Purpose.DOCUMENT);
      for (int i = 0; i < items.size(); i++) {
        lines.append(line(probed.history().id(), items.get(i), vectors.get(i), events));
      }
    }
    Path file = folder.resolve("store.jsonl");
    GateRuns.write(file, lines.toString().getBytes(StandardCharsets.UTF_8));
    return Map.of("store", "jsonl:" + file);
  }

  private static String line(String history, StoredItem item, float[] vector, boolean events) {
    String numbers =
        java.util.stream.IntStream.range(0, vector.length)
            .mapToObj(i -> Float.toString(vector[i]))
            .collect(Collectors.joining(","));
    String stems = events ? ",\"events\":[\"%s\"]".formatted(item.sources().get(0).event()) : "";
    return "{\"id\":\"%s\",\"text\":\"%s\",\"history\":\"%s\",\"vector\":[%s]%s}\n"
        .formatted(item.id(), item.text().replace("\n", "\\n"), history, numbers, stems);
  }

  /** The same histories with answers in words. */
  private String freeText() {
    StringBuilder chats = new StringBuilder();
    StringBuilder questions = new StringBuilder();
    for (ProbedHistory probed : HISTORIES) {
      String messages =
          probed.history().events().stream()
              .map(
                  e ->
                      "{\"id\":\"%s\",\"speaker\":\"%s\",\"content\":\"%s\"}"
                          .formatted(e.id(), e.speaker(), e.text()))
              .collect(Collectors.joining(","));
      chats.append(
          String.format(
              Locale.ROOT, "{\"id\":\"%s\",\"messages\":[%s]}%n", probed.history().id(), messages));
      probed
          .probes()
          .forEach(
              p ->
                  questions.append(
                      "{\"history\":\"%s\",\"question\":\"%s\",\"answer\":\"in words\",\"evidence\":[\"%s\"]}\n"
                          .formatted(
                              probed.history().id(),
                              p.question().text(),
                              p.evidence().get(0).event())));
    }
    GateRuns.write(
        folder.resolve("chats.jsonl"), chats.toString().getBytes(StandardCharsets.UTF_8));
    GateRuns.write(
        folder.resolve("q.jsonl"), questions.toString().getBytes(StandardCharsets.UTF_8));
    return "'jsonl:%s?questions=%s'"
        .formatted(folder.resolve("chats.jsonl"), folder.resolve("q.jsonl"));
  }

  private static Embedder scaled(Embedder embedder) {
    return new Embedder() {
      @Override
      public dev.carryover.core.EmbedderIdentity identity() {
        return embedder.identity();
      }

      @Override
      public List<float[]> embed(List<String> texts, Purpose purpose) {
        return embedder.embed(texts, purpose).stream()
            .map(
                vector -> {
                  float[] longer = vector.clone();
                  for (int i = 0; i < longer.length; i++) {
                    longer[i] = 1.5f * longer[i];
                  }
                  longer[0] += 0.001f;
                  return longer;
                })
            .toList();
      }
    };
  }

  private static Figure figure(RunReport report, String id) {
    return Objects.requireNonNull(treatment(report, id).metrics().get("accuracy"));
  }

  private static Treatment treatment(RunReport report, String id) {
    return report.treatments().stream().filter(t -> t.id().equals(id)).findFirst().orElseThrow();
  }
}
