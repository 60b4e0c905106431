package dev.carryover.migrations.run;

import static dev.carryover.migrations.run.GateRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Answer;
import dev.carryover.core.Observation;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.spi.HistorySpec;
import dev.carryover.migrations.parts.ListedHistories;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of the instrument, planted into whole runs: the checks find them, and the verdict says.
 */
class InstrumentTest {
  private static final List<String> CHECKS =
      List.of(
          "rag: memory removed falls to the floor",
          "rag: correct evidence restores",
          "rag: more corruption does no lesser damage",
          "rag: every family spans floor to ceiling",
          "rag: stores hold the evidence");

  private static final List<ProbedHistory> HISTORIES =
      HistorySpec.parse("synthetic:nano?count=4&seed=7").load(false).histories();

  @TempDir private Path folder;

  @Test
  void aSoundInstrumentIsCheckedAndSaysWhatItRestsOn() {
    ListedHistories.list(HISTORIES);
    RunReport report = gate("rag: {k: 4}", "overlap", "");

    assertThat(report.gates())
        .filteredOn(gate -> CHECKS.contains(gate.name()))
        .hasSize(CHECKS.size())
        .allMatch(Gate::passed);
    assertThat(accuracy(report, "before/raw-evidence")).isEqualTo(1);
    assertThat(accuracy(report, "corrupted-25"))
        .isLessThanOrEqualTo(accuracy(report, "before"))
        .isGreaterThan(accuracy(report, "corrupted-75"));
    assertThat(coverage(report, "corrupted-25"))
        .isLessThan(coverage(report, "before"))
        .isGreaterThan(coverage(report, "corrupted-50"));
    assertThat(coverage(report, "corrupted-50")).isGreaterThan(coverage(report, "corrupted-75"));
  }

  @Test
  void whatALargerShareLosesContainsWhatASmallerLoses() {
    ListedHistories.list(HISTORIES);
    gate("rag: {chunk: event, k: 60}", "overlap", "");

    Map<String, Set<String>> seen = new HashMap<>();
    for (Observation o : GateRuns.observations(folder.resolve("run"))) {
      if (o.cell().startsWith("nano-0001/") && o.cell().contains("/query=bag-a/")) {
        for (String treatment : List.of("as-written", "corrupted-25", "corrupted-75")) {
          if (o.cell().contains("index=bag-a") && o.cell().endsWith(treatment + "/normal/0")) {
            seen.computeIfAbsent(treatment, key -> new HashSet<>()).addAll(o.retrieved());
          }
        }
      }
    }
    assertThat(seen.get("as-written")).containsAll(seen.get("corrupted-25"));
    assertThat(seen.get("corrupted-25"))
        .containsAll(seen.get("corrupted-75"))
        .hasSizeGreaterThan(seen.get("corrupted-75").size());
  }

  @Test
  void aMemoryThatAnswersAfterItWasEmptiedLeavesNoVerdict() {
    ListedHistories.list(HISTORIES);
    RunReport report = gate("leaky", "overlap", "");

    assertThat(check(report, "leaky: memory removed falls to the floor").passed()).isFalse();
    assertThat(report.verdict().decision()).isEqualTo("not-measurable");
    assertThat(report.verdict().reason())
        .contains(
            "a check of the instrument failed: leaky: memory removed falls to the floor (chance"
                + " 0.000, empty memory 0.350");
  }

  @Test
  void aReaderThatCannotUseTheEvidenceAloneLeavesNoVerdict() {
    ListedHistories.list(HISTORIES);
    RunReport report = gate("rag: {chunk: event, k: 24}", "crowded", "");

    assertThat(accuracy(report, "before")).isGreaterThan(accuracy(report, "before/raw-evidence"));
    assertThat(check(report, "rag: correct evidence restores").passed()).isFalse();
    assertThat(report.verdict().decision()).isEqualTo("not-measurable");
    assertThat(report.verdict().reason()).contains("rag: correct evidence restores (");
  }

  @Test
  void aReaderThatIgnoresItsEvidenceLeavesNothingToMeasureWith() {
    ListedHistories.list(HISTORIES);
    RunReport report = gate("rag: {k: 4}", "blind", "");

    assertThat(check(report, "rag: every family spans floor to ceiling").passed()).isFalse();
    assertThat(report.verdict().decision()).isEqualTo("not-measurable");
    assertThat(report.verdict().reason()).contains("0 of 80 probes are left");
  }

  @Test
  void aFamilyThatNobodyCanAnswerIsLeftOutVisibly() {
    ListedHistories.list(probes(p -> p.family().equals("alias") ? unanswerable(p) : p));
    RunReport report = gate("rag: {k: 4}", "overlap", "");
    ListedHistories.list(without("alias"));
    RunReport plain = run(yaml("rag: {k: 4}", "overlap", ""), folder.resolve("plain"));

    Gate range = check(report, "rag: every family spans floor to ceiling");
    assertThat(range.passed()).isFalse();
    assertThat(range.consequence()).contains(Gate.LEAVES_OUT);
    assertThat(range.figures()).containsEntry("alias_span", 0.0);
    assertThat(report.hypotheses()).isEqualTo(plain.hypotheses()).isNotEmpty();
    assertThat(report.verdict().decision()).isEqualTo(plain.verdict().decision());
    assertThat(report.limits())
        .contains(
            "rag: every family spans floor to ceiling failed for alias: left out of what decides,"
                + " with 64 of 80 probes remaining (alias ceiling 0.000, alias floor 0.000, alias"
                + " span 0.000).");
  }

  @Test
  void withLessThanHalfOfTheProbesLeftThereIsNoVerdict() {
    ListedHistories.list(
        probes(p -> List.of("direct", "temporal").contains(p.family()) ? p : unanswerable(p)));
    RunReport report = gate("rag: {k: 4}", "overlap", "");

    assertThat(report.verdict().decision()).isEqualTo("not-measurable");
    assertThat(report.verdict().reason())
        .contains(
            "rag: 32 of 80 probes are left without the families alias, contradiction, multi-hop,"
                + " and a verdict takes half of them");
  }

  @Test
  void lowCoverageWarnsAndTheVerdictStands() {
    ListedHistories.list(HISTORIES);
    RunReport report = gate("rag: {k: 4}", "overlap", "coverage_gate: 0.99\n");
    assertThat(report.limits()).noneMatch(l -> l.contains("stores hold the evidence"));

    RunReport notes =
        run(
            yaml("notes: {cap: 30%}", "a", "")
                    .replace(", embedder: bag-a", "")
                    .replace("{model: a, embedder: bag-b}", "{model: b}")
                    .replace("mixed: {percent: 50}\n", "")
                + """
                services:
                  a: {kind: scripted, model: forwards}
                  b: {kind: scripted, model: backwards}
                """,
            folder.resolve("notes"));
    Gate coverage = check(notes, "notes: stores hold the evidence");

    assertThat(coverage.passed()).isFalse();
    assertThat(coverage.consequence()).contains(Gate.WARNS);
    assertThat(coverage.figures().get("coverage_before")).isBetween(0.1, 0.6);
    assertThat(notes.verdict().reason()).doesNotContain("stores hold");
    assertThat(notes.limits())
        .anyMatch(
            l ->
                l.startsWith(
                    "notes: stores hold the evidence failed, which warns and decides nothing ("));
  }

  @Test
  void probesWithoutEvidenceAreAStatedLimit() {
    ListedHistories.list(probes(InstrumentTest::withoutEvidence));
    RunReport none = gate("rag: {k: 4}", "overlap", "");
    assertThat(none.limits())
        .contains(
            "rag: not checked, since no probe names its evidence: correct evidence restores; every"
                + " family spans floor to ceiling; stores hold the evidence.");

    ListedHistories.list(probes(p -> p.family().equals("alias") ? withoutEvidence(p) : p));
    RunReport some = run(yaml("rag: {k: 4}", "overlap", ""), folder.resolve("some"));
    assertThat(some.limits())
        .anyMatch(l -> l.startsWith("rag: no probe of alias names evidence, so that nobody knows"));
  }

  @Test
  void whatIsSwitchedOffIsSaidToBe() {
    ListedHistories.list(HISTORIES);
    RunReport report = gate("rag: {k: 4}", "overlap", "instrument: 0\n");

    assertThat(report.treatments())
        .extracting(Treatment::id)
        .noneMatch(id -> id.contains("corrupted") || id.contains("raw-evidence"));
    assertThat(report.limits())
        .contains(
            "rag: not checked, since 'instrument: 0' leaves out what they read: correct evidence"
                + " restores; more corruption does no lesser damage; every family spans floor to"
                + " ceiling.");
  }

  private static Probe unanswerable(Probe probe) {
    return new Probe(
        probe.id(),
        probe.family(),
        probe.question(),
        Optional.of(new Answer.Code("Z00Z")),
        probe.evidence());
  }

  private static Probe withoutEvidence(Probe probe) {
    return new Probe(probe.id(), probe.family(), probe.question(), probe.answer(), List.of());
  }

  private static List<ProbedHistory> probes(UnaryOperator<Probe> change) {
    return HISTORIES.stream()
        .map(h -> new ProbedHistory(h.history(), h.probes().stream().map(change).toList()))
        .toList();
  }

  private static List<ProbedHistory> without(String family) {
    return HISTORIES.stream()
        .map(
            h ->
                new ProbedHistory(
                    h.history(),
                    h.probes().stream().filter(p -> !p.family().equals(family)).toList()))
        .toList();
  }

  private static Gate check(RunReport report, String name) {
    return report.gates().stream().filter(g -> g.name().equals(name)).findFirst().orElseThrow();
  }

  private static double accuracy(RunReport report, String treatment) {
    return mean(report, treatment, "accuracy");
  }

  private static double coverage(RunReport report, String treatment) {
    return mean(report, treatment, "evidence-coverage");
  }

  private static double mean(RunReport report, String treatment, String metric) {
    return report.treatments().stream()
        .filter(t -> t.id().equals("rag/old-to-new/" + treatment))
        .findFirst()
        .map(t -> t.metrics().get(metric))
        .orElseThrow()
        .mean()
        .orElseThrow();
  }

  private RunReport gate(String format, String reader, String more) {
    return run(yaml(format, reader, more), folder.resolve("run"));
  }

  private static String yaml(String format, String reader, String more) {
    return """
        name: instrument
        histories: listed:here
        formats: [%s]
        old: {model: %s, embedder: bag-a}
        new: {model: %s, embedder: bag-b}
        mixed: {percent: 50}
        """
            .formatted(format, reader, reader)
        + more;
  }
}
