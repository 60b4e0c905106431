package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static dev.carryover.cli.JsonValues.map;
import static dev.carryover.cli.JsonValues.maps;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fields of {@code report.json}, as scripts rely on them: every name, every type. */
class ReportContractTest {
  @TempDir private static Path folder;

  private static Map<String, Object> report = Map.of();

  @BeforeAll
  static void gate() {
    Path file =
        write(
            folder.resolve("both.yaml"),
            """
            name: both
            histories: synthetic:nano?count=6
            formats: [rag: {k: 4}, lc-raw]
            old: {model: overlap, embedder: bag-a}
            new: {model: overlap, embedder: bag-b}
            rollout: mixed-50
            against: both
            """);
    report =
        JsonValues.object(
            run("gate", "-c", file, "--out", folder.resolve("run"), "--json", "-q").out());
  }

  @Test
  void theObjectHasTheseFieldsAndNoOthers() {
    assertThat(report)
        .containsOnlyKeys(
            "schema",
            "run",
            "verdict",
            "hypotheses",
            "treatments",
            "contrasts",
            "per_history",
            "gates",
            "identities",
            "spaces",
            "cost",
            "settings",
            "limits")
        .containsEntry("schema", "carryover.report/1");
  }

  @Test
  void runHoldsAllThatDiffersBetweenTwoRuns() {
    Map<String, Object> run = map(report.get("run"));

    assertTexts(run, "name", "directory", "started_at", "finished_at", "host", "java", "code");
    assertNumbers(run, "duration_seconds");
    assertThat(run).hasSize(9).containsKey("inputs");
    assertThat(run.get("started_at").toString())
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d.*Z");
    assertThat(map(run.get("inputs"))).containsEntry("histories", "synthetic:nano?count=6");
  }

  @Test
  void theVerdict() {
    Map<String, Object> verdict = map(report.get("verdict"));

    assertTexts(verdict, "decision", "reason", "measure", "rollout", "direction", "worst_history");
    assertNumbers(verdict, "margin", "histories", "undetected_share", "worst_loss");
    assertThat(verdict.keySet())
        .isSubsetOf(
            "decision",
            "reason",
            "margin",
            "measure",
            "rollout",
            "direction",
            "histories",
            "histories_needed",
            "worst_history",
            "worst_loss",
            "undetected_share");
    assertThat(verdict)
        .containsEntry("rollout", "mixed-50")
        .containsEntry("direction", "old-to-new")
        .containsEntry("measure", "accuracy")
        .containsEntry("histories", 6L);
    assertThat(verdict.get("decision"))
        .isIn("preserved", "regressed", "inconclusive", "not-measurable");
  }

  @Test
  void hypotheses() {
    List<Map<String, Object>> rows = maps(report.get("hypotheses"));

    assertThat(rows)
        .extracting(row -> row.get("name"))
        .containsExactly("no-regression: rag", "portability: rag");
    for (Map<String, Object> row : rows) {
      assertTexts(row, "name", "measure", "decision", "format");
      assertNumbers(
          row,
          "estimate",
          "low",
          "high",
          "p_preserved",
          "p_regressed",
          "p_regressed_holm",
          "histories",
          "margin");
      assertThat(row).hasSize(12);
    }
  }

  @Test
  void treatments() {
    List<Map<String, Object>> rows = maps(report.get("treatments"));
    Set<String> names = new TreeSet<>();
    for (Map<String, Object> row : rows) {
      assertTexts(
          row,
          "id",
          "format",
          "direction",
          "writer",
          "reader",
          "index_embedder",
          "query_embedder",
          "treatment",
          "evidence");
      assertThat(row).hasSize(12);
      assertFigures(map(row.get("metrics")));
      assertThat(map(row.get("marks")).values()).isNotEmpty().allMatch(v -> v instanceof Long);
      map(row.get("families")).values().forEach(family -> assertFigures(map(family)));
      assertThat(map(row.get("families")))
          .containsOnlyKeys("alias", "contradiction", "direct", "multi-hop", "temporal");
      if (row.get("evidence").equals("raw-evidence")) {
        assertThat(row).containsEntry("id", "rag/old-to-new/before/raw-evidence");
        assertThat(map(row.get("metrics"))).containsOnlyKeys("accuracy");
        continue;
      }
      if (row.get("format").equals("rag") && row.get("direction").equals("old-to-new")) {
        names.add(row.get("treatment").toString());
        assertThat(map(row.get("metrics")))
            .containsOnlyKeys("accuracy", "evidence-coverage", "mrr", "recall@4");
      }
    }
    assertThat(rows).extracting(row -> row.get("id")).doesNotHaveDuplicates();
    assertThat(names)
        .containsExactly(
            "before",
            "corrupted-25",
            "corrupted-50",
            "corrupted-75",
            "empty",
            "ideal-router",
            "inherited",
            "mixed-25",
            "mixed-50",
            "mixed-75",
            "no-op",
            "own",
            "random-code-in-view",
            "shuffled");
  }

  @Test
  void contrasts() {
    List<Map<String, Object>> rows = maps(report.get("contrasts"));

    for (Map<String, Object> row : rows) {
      assertTexts(row, "name", "format", "direction", "measure");
      assertNumbers(row, "histories");
      assertThat(row.keySet())
          .isSubsetOf(
              "name", "format", "direction", "measure", "value", "low", "high", "histories");
    }
    assertThat(rows)
        .extracting(row -> row.get("name") + " " + row.get("direction"))
        .contains(
            "regression old-to-new",
            "portability-loss old-to-new",
            "delta old-to-new",
            "rpas old-to-new",
            "rewrite-gain old-to-new",
            "router-gain old-to-new",
            "regression new-to-old",
            "delta new-to-old");
  }

  @Test
  void perHistoryNamesTreatmentsAndEveryMeanFollowsFromIt() {
    List<Map<String, Object>> rows = maps(report.get("per_history"));
    for (Map<String, Object> row : rows) {
      assertThat(row).containsOnlyKeys("history", "treatment", "metrics");
      assertThat(map(row.get("metrics")).values()).allMatch(v -> v instanceof Double);
    }
    for (Map<String, Object> treatment : maps(report.get("treatments"))) {
      map(treatment.get("metrics"))
          .forEach(
              (metric, figure) -> {
                List<Double> values = new ArrayList<>();
                for (Map<String, Object> row : rows) {
                  if (row.get("treatment").equals(treatment.get("id"))) {
                    values.add((Double) map(row.get("metrics")).get(metric));
                  }
                }
                assertThat(values).hasSize(6);
                double mean =
                    values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
                assertThat((Double) map(figure).get("mean"))
                    .isCloseTo(mean, org.assertj.core.data.Offset.offset(1e-12));
              });
    }
  }

  @Test
  void gates() {
    for (Map<String, Object> row : maps(report.get("gates"))) {
      assertThat(row.keySet()).isSubsetOf("name", "passed", "figures", "consequence");
      assertTexts(row, "name");
      assertThat(row.get("passed")).isInstanceOf(Boolean.class);
      assertThat(map(row.get("figures")).values()).isNotEmpty().allMatch(v -> v instanceof Double);
    }
    assertThat(maps(report.get("gates")))
        .extracting(row -> row.get("name"))
        .contains(
            "rag: no-op changes nothing",
            "lc-raw: no-op changes nothing",
            "rag: before beats shuffled memory",
            "rag: own beats empty memory",
            "rag: memory removed falls to the floor",
            "rag: correct evidence restores",
            "rag: more corruption does no lesser damage",
            "rag: every family spans floor to ceiling",
            "rag: stores hold the evidence");
  }

  @Test
  void identitiesSayWhatCouldNotBeKnown() {
    List<Map<String, Object>> rows = maps(report.get("identities"));

    for (Map<String, Object> row : rows) {
      assertThat(row).containsOnlyKeys("kind", "name", "facts", "unknown");
      assertThat(row.get("unknown")).isInstanceOf(List.class);
    }
    assertThat(rows)
        .extracting(row -> row.get("kind") + " " + row.get("name"))
        .containsExactly("embedder bag-a", "embedder bag-b", "model overlap");
    assertThat(map(rows.get(0).get("facts"))).containsEntry("dimension", "256");
  }

  @Test
  void spacesCostSettingsAndLimits() {
    for (Map<String, Object> row : maps(report.get("spaces"))) {
      assertTexts(row, "from", "to", "texts");
      assertNumbers(row, "count", "mean_cosine", "min_cosine");
      assertThat(row).hasSize(6);
    }
    Map<String, Object> cost = map(report.get("cost"));
    assertNumbers(cost, "calls", "embedded_texts", "tokens_in", "tokens_out");
    assertThat(cost).as("nothing is priced").hasSize(4);
    assertThat(map(report.get("settings")).values()).allMatch(v -> v instanceof String);
    assertThat(map(report.get("settings")))
        .containsEntry("rollout", "mixed-50")
        .containsEntry("against", "both")
        .containsEntry("margin", "0.05")
        .containsEntry("mixed.percent", "[25, 50, 75]");
    assertThat((List<?>) report.get("limits")).isNotEmpty().allMatch(v -> v instanceof String);
  }

  private static void assertFigures(Map<String, Object> figures) {
    for (Object value : figures.values()) {
      Map<String, Object> figure = map(value);
      assertNumbers(figure, "mean", "histories", "scored", "unscored", "failed");
      assertThat(figure.keySet())
          .isSubsetOf("mean", "low", "high", "chance", "histories", "scored", "unscored", "failed");
    }
  }

  private static void assertTexts(Map<String, Object> object, String... fields) {
    for (String field : fields) {
      assertThat(object.get(field)).as(field).isInstanceOf(String.class).isNotEqualTo("");
    }
  }

  private static void assertNumbers(Map<String, Object> object, String... fields) {
    for (String field : fields) {
      assertThat(object.get(field)).as(field).isInstanceOf(Number.class);
    }
  }
}
