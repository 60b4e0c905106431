package dev.carryover.migrations.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.migrations.analysis.Analyst;
import dev.carryover.migrations.parts.ScriptedModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole diagnoses in which the new model rewrites the old one's notes. */
class StyleRewriteRunTest {
  private static final String UPGRADE =
      """
      name: up
      histories: synthetic:nano?count=3&seed=7
      formats: [notes, lc-raw]
      services:
        a: {kind: scripted, model: forwards}
        b: {kind: scripted, model: NEW}
      old: {model: a}
      new: {model: b}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void everyoneIsThere() {
    ScriptedModel.reset();
  }

  private RunReport diagnose(String model) {
    return GateRuns.gate(
            UPGRADE.replace("NEW", model), Map.of(), folder.resolve(model), done -> false)
        .diagnose();
  }

  private static List<Treatment> rewritten(RunReport report) {
    return report.treatments().stream()
        .filter(treatment -> treatment.treatment().equals("style-rewrite"))
        .toList();
  }

  private static Contrast contrast(RunReport report, String direction, String name) {
    return report.contrasts().stream()
        .filter(row -> row.name().equals(name) && row.direction().equals(direction))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theNewModelRewritesTheOldNotesInBothDirectionsAndReadsThem() {
    RunReport report = diagnose("backwards");

    assertThat(rewritten(report))
        .extracting(Treatment::id, Treatment::writer, Treatment::reader)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("notes/old-to-new/style-rewrite", "a+b", "b"),
            org.assertj.core.groups.Tuple.tuple("notes/new-to-old/style-rewrite", "b+a", "a"));
    assertThat(rewritten(report))
        .allSatisfy(t -> assertThat(t.price().orElseThrow().calls()).isEqualTo(1))
        .allSatisfy(t -> assertThat(t.metrics().get("accuracy").scored()).isEqualTo(60));
  }

  @Test
  void reachDroppedIdentifiersAndGainAreInTheReportAndComeFromTheRunDirectory() {
    RunReport report = diagnose("backwards");

    for (String direction : List.of("old-to-new", "new-to-old")) {
      assertThat(contrast(report, direction, "style-rewrite reach").value()).hasValue(1);
      assertThat(contrast(report, direction, "style-rewrite reach").histories()).isEqualTo(3);
      assertThat(contrast(report, direction, "style-rewrite identifiers dropped").value())
          .hasValue(0);
    }
    assertThat(contrast(report, "old-to-new", "style-rewrite-gain").value())
        .as("all was kept, in another order, which the reader of shared words may mind")
        .isPresent();
    try (RunDirectory.Finished run = RunDirectory.read(folder.resolve("backwards"))) {
      assertThat(Analyst.analyse(run.record(), run.journal(), "").contrasts())
          .isEqualTo(report.contrasts());
    }
  }

  @Test
  void aModelThatForgetsCodesIsSeenDoingSo() {
    RunReport report = diagnose("forgetful");

    assertThat(contrast(report, "old-to-new", "style-rewrite reach").value()).hasValue(1);
    assertThat(contrast(report, "old-to-new", "style-rewrite identifiers dropped").value())
        .hasValue(1);
    assertThat(contrast(report, "old-to-new", "style-rewrite-gain").value().orElseThrow())
        .isLessThan(-0.3);
    assertThat(contrast(report, "new-to-old", "style-rewrite identifiers dropped").value())
        .hasValue(0);
  }

  @Test
  void aModelThatRewritesNothingHasNoShareOfDroppedIdentifiers() {
    RunReport report = diagnose("silent");

    assertThat(contrast(report, "old-to-new", "style-rewrite reach").value()).hasValue(0);
    assertThat(contrast(report, "old-to-new", "style-rewrite-gain").value())
        .as("the old text was kept")
        .hasValue(0);
    assertThat(report.contrasts())
        .filteredOn(row -> row.name().equals("style-rewrite identifiers dropped"))
        .extracting(Contrast::direction)
        .containsExactly("new-to-old");
  }

  @Test
  void aGateLeavesTheRewriteOut() {
    RunReport report = GateRuns.run(UPGRADE.replace("NEW", "backwards"), folder.resolve("gate"));

    assertThat(rewritten(report)).isEmpty();
    assertThat(report.contrasts())
        .extracting(Contrast::name)
        .noneMatch(name -> name.startsWith("style-rewrite"));
  }

  @Test
  void whereTheWriterStaysThereIsNothingToRewrite() {
    String reader =
        UPGRADE.replace("new: {model: b}", "new: {writer: a, reader: b}").replace("NEW", "silent");

    assertThat(
            rewritten(
                GateRuns.gate(reader, Map.of(), folder.resolve("reader"), done -> false)
                    .diagnose()))
        .isEmpty();
  }
}
