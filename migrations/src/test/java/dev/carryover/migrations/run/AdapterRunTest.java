package dev.carryover.migrations.run;

import static dev.carryover.migrations.run.GateRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.Treatment;
import dev.carryover.migrations.file.ConfigException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gate measures the repairs of a vector store that keep old vectors. */
class AdapterRunTest {
  private static final List<String> METHODS =
      List.of("low-rank-affine", "procrustes", "re-embed-isolated", "ridge");
  private static final String MIGRATION =
      """
      name: adapters
      histories: synthetic:nano?count=%d&seed=7
      formats: [rag: {k: 4, chunk: event}]
      old: {model: overlap, embedder: bag-a}
      new: {model: overlap, embedder: bag-b}
      repairs: %s
      """;

  @TempDir private Path folder;

  @Test
  void everyMethodIsMeasuredBothWaysWithItsPrice() {
    RunReport report = run(MIGRATION.formatted(2, METHODS), folder.resolve("run"));

    for (String direction : List.of("old-to-new", "new-to-old")) {
      for (String method : METHODS) {
        Treatment repaired =
            report.treatments().stream()
                .filter(t -> t.treatment().equals("repaired-" + method))
                .filter(t -> t.direction().equals(direction))
                .findFirst()
                .orElseThrow();
        assertThat(repaired.metrics().get("accuracy").failed()).as(method).isZero();
        assertThat(repaired.price().orElseThrow().embeddedTexts()).as(method).isPositive();
      }
    }
    assertThat(recall(report, "repaired-re-embed-isolated"))
        .isGreaterThan(recall(report, "inherited") + 0.2);
  }

  @Test
  void aLoneHistoryHasNobodyToLearnFrom() {
    assertThatThrownBy(() -> run(MIGRATION.formatted(1, "[procrustes]"), folder.resolve("run")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("'procrustes'")
        .hasMessageContaining("give more histories");
    RunReport all = run(MIGRATION.formatted(1, "true"), folder.resolve("all"));
    assertThat(all.treatments())
        .extracting(Treatment::treatment)
        .contains("repaired-re-embed-isolated")
        .doesNotContain("repaired-procrustes");
  }

  private static double recall(RunReport report, String treatment) {
    return report.treatments().stream()
        .filter(t -> t.treatment().equals(treatment) && t.direction().equals("old-to-new"))
        .findFirst()
        .orElseThrow()
        .metrics()
        .get("recall@4")
        .mean()
        .orElseThrow();
  }
}
