package dev.carryover.migrations.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Answer;
import dev.carryover.core.Cell;
import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.History;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Question;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFileReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which cells an upgrade comes down to. */
class PlannerTest {
  private static final MemoryFormat RAG = format("rag", Map.of());
  private static final MemoryFormat BM25 = format("rag", Map.of("index", "bm25"));
  private static final MemoryFormat LC_RAW = format("lc-raw", Map.of());

  @Test
  void aSwapOfEmbeddersGetsThePapersTreatmentsAndControls() {
    Plan plan = plan("", List.of(RAG), codes(2, 2));

    assertThat(names(plan, "rag", Plan.OLD_TO_NEW))
        .containsExactly(
            "before",
            "inherited",
            "mixed-25",
            "mixed-50",
            "mixed-75",
            "own",
            "ideal-router",
            "no-op",
            "empty",
            "shuffled",
            "random-code-in-view",
            "before",
            "corrupted-25",
            "corrupted-50",
            "corrupted-75");
    assertThat(names(plan, "rag", Plan.NEW_TO_OLD)).containsExactly("before", "inherited", "own");
  }

  @Test
  void everyTreatmentReadsTheStoreAndTheQueriesThatItsNameSays() {
    Plan plan = plan("", List.of(RAG), codes(2, 2));

    assertPlayers(plan, Plan.OLD_TO_NEW, "before", "a", "a", "as-written");
    assertPlayers(plan, Plan.OLD_TO_NEW, "inherited", "a", "b", "as-written");
    assertPlayers(plan, Plan.OLD_TO_NEW, "mixed-50", "a+b", "b", "mixed-50");
    assertPlayers(plan, Plan.OLD_TO_NEW, "own", "b", "b", "as-written");
    assertPlayers(plan, Plan.OLD_TO_NEW, "shuffled", "a", "a", "shuffled");
    assertPlayers(plan, Plan.OLD_TO_NEW, "empty", "a", "a", "empty");
    assertPlayers(plan, Plan.NEW_TO_OLD, "before", "b", "b", "as-written");
    assertPlayers(plan, Plan.NEW_TO_OLD, "inherited", "b", "a", "as-written");
    assertPlayers(plan, Plan.NEW_TO_OLD, "own", "a", "a", "as-written");
    assertThat(plan.treatment("rag", Plan.OLD_TO_NEW, "ideal-router").orElseThrow().cell())
        .as("derived from others")
        .isEmpty();
  }

  @Test
  void theNoOpControlIsBeforeUnderARepeatOfItsOwn() {
    Plan plan = plan("", List.of(RAG), codes(2, 2));

    Cell before = cell(plan, "rag", "before");
    Cell noOp = cell(plan, "rag", "no-op");

    assertThat(noOp.repeat()).isEqualTo(1);
    assertThat(noOp.indexEmbedder()).isEqualTo(before.indexEmbedder());
    assertThat(noOp.queryEmbedder()).isEqualTo(before.queryEmbedder());
    assertThat(noOp.reader()).isEqualTo(before.reader());
    assertThat(noOp).isNotEqualTo(before);
  }

  @Test
  void mixedStoresCanBeAskedByTheOldEmbedder() {
    Plan plan = plan("mixed: {percent: 10, query: old}\n", List.of(RAG), codes(2, 2));

    assertThat(names(plan, "rag", Plan.OLD_TO_NEW)).contains("mixed-10").doesNotContain("mixed-25");
    assertThat(cell(plan, "rag", "mixed-10").queryEmbedder()).isEqualTo("a");
  }

  @Test
  void theRolloutsOwnShareIsMeasured() {
    Plan plan = plan("rollout: mixed-33\n", List.of(RAG), codes(2, 2));

    assertThat(names(plan, "rag", Plan.OLD_TO_NEW)).contains("mixed-33");
    assertThat(plan.rule().rollout()).isEqualTo("mixed-33");
  }

  @Test
  void aFormatThatNoEmbedderTouchesReadsTheSameCells() {
    for (MemoryFormat format : List.of(LC_RAW, BM25)) {
      Plan plan = plan("", List.of(format), codes(2, 2));

      assertThat(names(plan, format.name(), Plan.OLD_TO_NEW))
          .containsExactly("before", "inherited", "own", "no-op", "empty", "random-code-in-view");
      assertThat(cell(plan, format.name(), "inherited"))
          .isEqualTo(cell(plan, format.name(), "before"))
          .isEqualTo(cell(plan, format.name(), "own"));
      assertThat(cell(plan, format.name(), "before").indexEmbedder()).isEqualTo(Cell.NOBODY);
    }
  }

  @Test
  void aMixedRolloutOfAFormatWithoutVectorsIsTheOldStore() {
    String combined = "rollout: mixed-50\ncombined: true\nnew: {embedder: b, model: other}\n";
    Plan plan = plan(combined, List.of(RAG, LC_RAW), codes(2, 2));

    assertThat(cell(plan, "lc-raw", "mixed-50"))
        .isEqualTo(cell(plan, "lc-raw", "inherited"))
        .isNotEqualTo(cell(plan, "lc-raw", "before"));
    assertThat(names(plan, "lc-raw", Plan.OLD_TO_NEW)).doesNotContain("mixed-25");
    assertThat(cell(plan, "rag", "mixed-50").indexEmbedder()).isEqualTo("a+b");
  }

  @Test
  void aReaderSwapKeepsTheStoreAndItsEmbedder() {
    Plan plan = plan("new: {embedder: a, model: other}\n", List.of(RAG), codes(2, 2));

    assertThat(names(plan, "rag", Plan.OLD_TO_NEW))
        .as("nothing can be mixed, and nothing routed")
        .doesNotContain("mixed-50", "ideal-router");
    assertThat(cell(plan, "rag", "before").reader()).isEqualTo("extractive-1");
    assertThat(cell(plan, "rag", "inherited").reader()).isEqualTo("other");
    assertThat(cell(plan, "rag", "inherited").indexEmbedder()).isEqualTo("a");
    assertThat(cell(plan, "rag", "inherited")).isEqualTo(cell(plan, "rag", "own"));
  }

  @Test
  void codesAreJudgedOnAnswers() {
    Plan plan = plan("", List.of(RAG, LC_RAW), codes(4, 4));

    assertThat(plan.formats()).extracting(f -> f.measure().orElse("")).containsOnly("accuracy");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void answersDecideFromHalfOfTheProbesOn(int codes) {
    assertThat(plan("", List.of(RAG), codes(codes, 4)).formats().get(0).measure())
        .contains("accuracy");
  }

  @Test
  void aFewCodesAmongManyAnswersAreReadButDoNotDecide() {
    Plan plan = plan("", List.of(RAG, LC_RAW), codes(1, 20));

    assertThat(plan.formats().get(0).measure()).contains("recall@8");
    assertThat(plan.formats().get(1).measure()).as("lc-raw ranks nothing").contains("accuracy");
    assertThat(cell(plan, "rag", "before").reader()).isEqualTo("extractive-1");
    assertThat(names(plan, "rag", Plan.OLD_TO_NEW)).contains("random-code-in-view");
  }

  @Test
  void codesOnATenthOfTheProbesDecide() {
    assertThat(plan("", List.of(RAG), codes(2, 20)).formats().get(0).measure())
        .contains("accuracy");
  }

  @Test
  void retrievalNeverDecidesAboutAnotherReader() {
    String swap = "new: {reader: other, embedder: a}\n";

    assertThat(plan(swap, List.of(RAG), codes(0, 4)).formats().get(0).measure()).isEmpty();
    assertThat(plan(swap, List.of(RAG), codes(1, 20)).formats().get(0).measure())
        .contains("accuracy");
  }

  @Test
  void withoutCodesNobodyIsAskedToAnswer() {
    Plan plan = plan("", List.of(RAG), codes(0, 4));

    assertThat(plan.formats().get(0).measure()).contains("recall@8");
    assertThat(plan.treatments())
        .flatExtracting(t -> t.cell().stream().map(Cell::reader).toList())
        .containsOnly(Cell.NOBODY);
    assertThat(names(plan, "rag", Plan.OLD_TO_NEW)).doesNotContain("random-code-in-view");
  }

  @Test
  void withoutCodesAndEvidenceNothingDecides() {
    ProbedHistory nothing =
        history("h0", List.of(new Probe("q", "f", new Question("?"), Optional.empty(), List.of())));

    assertThat(plan("", List.of(RAG), List.of(nothing)).formats().get(0).measure()).isEmpty();
  }

  @Test
  void recallIsMeasuredAtTheFormatsOwnDepth() {
    Plan plan = plan("", List.of(format("rag", Map.of("k", "3"))), codes(0, 4));

    assertThat(plan.formats().get(0).measure()).contains("recall@3");
  }

  @Test
  void theRuleIsTheUsers() {
    Plan plan =
        plan(
            "rollout: rewrite\nagainst: both\nmargin: 0.1\nmax_failed: 3\nseed: 5\n",
            List.of(RAG),
            codes(2, 2));

    assertThat(plan.rule()).isEqualTo(new Plan.Rule("rewrite", List.of("before", "own"), 0.1, 3));
    assertThat(plan.seed()).isEqualTo(5);
    assertThat(plan.histories()).containsExactly("h0");
  }

  @Test
  void treatmentIdsAreUnique() {
    Plan plan = plan("rollout: mixed-50\n", List.of(RAG, LC_RAW), codes(2, 2));

    assertThat(plan.treatments()).extracting(PlannedTreatment::id).doesNotHaveDuplicates();
  }

  private static void assertPlayers(
      Plan plan, String direction, String name, String index, String query, String treatment) {
    Cell cell = plan.treatment("rag", direction, name).orElseThrow().cell().orElseThrow();
    assertThat(cell)
        .extracting(Cell::indexEmbedder, Cell::queryEmbedder, Cell::treatment)
        .as(direction + " " + name)
        .containsExactly(index, query, treatment);
  }

  private static Cell cell(Plan plan, String format, String name) {
    return plan.treatment(format, Plan.OLD_TO_NEW, name).orElseThrow().cell().orElseThrow();
  }

  private static List<String> names(Plan plan, String format, String direction) {
    return plan.treatments().stream()
        .filter(t -> t.format().equals(format) && t.direction().equals(direction))
        .map(PlannedTreatment::name)
        .toList();
  }

  private static Plan plan(String more, List<MemoryFormat> formats, List<ProbedHistory> histories) {
    String next = more.contains("new:") ? "" : "new: {embedder: b}\n";
    String yaml =
        "name: up\nhistories: synthetic:nano\nformats: [rag]\nold: {embedder: a}\n" + next + more;
    MigrationFile migration =
        MigrationFileReader.read("up.yaml", yaml.getBytes(StandardCharsets.UTF_8), Map.of());
    return Planner.plan(migration, histories, formats, false, Extent.ALL);
  }

  private static List<ProbedHistory> codes(int codes, int probes) {
    List<Probe> list = new ArrayList<>();
    for (int i = 0; i < probes; i++) {
      Answer answer = i < codes ? new Answer.Code("code-" + i) : new Answer.FreeText("words");
      list.add(
          new Probe(
              "q" + i, "f", new Question("?"), Optional.of(answer), List.of(Evidence.of("e0"))));
    }
    return List.of(history("h0", list));
  }

  private static ProbedHistory history(String id, List<Probe> probes) {
    Event event = new Event("e0", Optional.empty(), "Ann", "text");
    return new ProbedHistory(new History(id, List.of(event)), probes);
  }

  private static MemoryFormat format(String name, Map<String, String> settings) {
    return Plugins.named(MemoryFormatProvider.class, "format", name).create(Settings.of(settings));
  }
}
