package dev.carryover.migrations.run;

import static dev.carryover.migrations.run.GateRuns.observations;
import static dev.carryover.migrations.run.GateRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.report.RunReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a memory that answers for itself cannot tell is absent, not zero. */
class AnsweringMemoryTest {
  private static final String MIGRATION =
      """
      name: answering
      histories: synthetic:nano?count=1&seed=7
      formats: [answering: {tells: %s}]
      old: {model: overlap, embedder: bag-a}
      new: {model: overlap, embedder: bag-b}
      """;

  @TempDir private Path folder;

  @Test
  void aMemoryThatTellsNothingIsScoredByItsAnswersAlone() {
    RunReport report = run(MIGRATION.formatted("nothing"), folder);

    assertThat(measured(report)).contains("accuracy").doesNotContain("evidence-coverage", "mrr");
    assertThat(traces()).isEmpty();
    assertThat(observations(folder)).allSatisfy(o -> assertThat(o.retrieved()).isEmpty());
  }

  @Test
  void aMemoryThatListsItsItemsIsMeasuredByItsCoverageButNotByARanking() {
    RunReport report = run(MIGRATION.formatted("items"), folder);

    assertThat(measured(report)).contains("accuracy", "evidence-coverage").doesNotContain("mrr");
    assertThat(traces()).isNotEmpty().noneMatch(RetrievalTrace::ranked);
  }

  @Test
  void aMemoryThatTellsWhatItRetrievedIsMeasuredByItsRankingToo() {
    RunReport report = run(MIGRATION.formatted("all"), folder);

    assertThat(measured(report)).contains("accuracy", "evidence-coverage", "mrr", "recall@2");
    assertThat(traces()).isNotEmpty().allMatch(RetrievalTrace::ranked);
  }

  @Test
  void nobodyElseAnswersForIt() {
    RunReport report = run(MIGRATION.formatted("all"), folder);

    assertThat(report.treatments()).extracting(row -> row.treatment()).contains("before", "empty");
    assertThat(report.treatments())
        .extracting(row -> row.treatment())
        .doesNotContain("random-code-in-view");
  }

  /** The metrics with a value. */
  private static Set<String> measured(RunReport report) {
    return report.perHistory().stream()
        .flatMap(row -> row.metrics().keySet().stream())
        .collect(Collectors.toSet());
  }

  private List<RetrievalTrace> traces() {
    return observations(folder).stream()
        .flatMap(o -> o.outcome().scored().stream())
        .flatMap(scored -> scored.retrieval().stream())
        .toList();
  }
}
