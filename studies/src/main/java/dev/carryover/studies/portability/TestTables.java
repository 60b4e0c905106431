package dev.carryover.studies.portability;

import dev.carryover.core.stats.BootstrapDistribution;
import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.migrations.analysis.PlannedContrast;
import dev.carryover.studies.portability.PlannedTests.Tested;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.report.StudyTable.Entry;
import dev.carryover.studies.report.Verdict;
import dev.carryover.studies.report.Verdict.Decision;
import dev.carryover.studies.swap.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The planned tests and their follow-ups beside the paper's (T2). */
final class TestTables {
  private static final Map<String, String> CLAIMS =
      Map.of(
          "H1", "H1: notes lose over %d points when the model is replaced",
          "H2", "H2: a half-new index loses over %d points against a new one",
          "H4a", "H4a: notes lose over %d points more than claims under a schema",
          "H7a", "H7a: repairs without the history lose over %d points");

  private final List<Tested> tests;
  private final int margin;

  /**
   * @param margin in points
   */
  TestTables(List<Tested> tests, int margin) {
    this.tests = tests;
    this.margin = margin;
  }

  /** A verdict for each of the four. */
  List<Verdict> verdicts() {
    return tests.stream().map(this::verdict).toList();
  }

  /** Figures in points; a loss is positive. */
  StudyTable planned() {
    List<List<Entry>> rows = new ArrayList<>();
    for (PaperFigures.Test paper : PaperFigures.TESTS) {
      List<Entry> row = new ArrayList<>();
      row.add(Shown.text(paper.name()));
      row.addAll(ours(tested(paper.name())));
      row.add(Shown.points(paper.points()));
      row.add(Shown.p(paper.holm()));
      row.add(Shown.text(paper.supported() ? "supported" : "not-supported"));
      rows.add(row);
    }
    return new StudyTable(
        "planned_tests",
        "Planned tests: points lost, one-sided against %d, Holm over four".formatted(margin),
        List.of(
            "test",
            "points",
            "interval",
            "over_margin",
            "p",
            "p_holm",
            "decision",
            "histories",
            "paper_points",
            "paper_p_holm",
            "paper_decision"),
        rows);
  }

  /** The planned bootstrap, and the equivalence that was not planned. */
  StudyTable followUps() {
    List<List<Entry>> rows = new ArrayList<>();
    for (PaperFigures.Test paper : PaperFigures.TESTS) {
      Tested test = tested(paper.name());
      Optional<BootstrapDistribution> bootstrap = test.bootstrap();
      rows.add(
          List.of(
              Shown.text(paper.name()),
              Shown.points(bootstrap.map(b -> b.interval(0.90))),
              Shown.p(
                  bootstrap
                      .map(b -> OptionalDouble.of(b.pAbove(margin)))
                      .orElse(OptionalDouble.empty())),
              Shown.p(test.equivalence()),
              Shown.points(paper.lowest()),
              Shown.p(paper.equivalence())));
    }
    return new StudyTable(
        "follow_ups",
        "The planned bootstrap, and equivalence within %d points, which was not planned"
            .formatted(margin),
        List.of(
            "test",
            "bootstrap_90",
            "bootstrap_p",
            "equivalence_p_unplanned",
            "paper_bootstrap_low",
            "paper_equivalence_p_unplanned"),
        rows);
  }

  /** Why a test is not measurable, where one is not. */
  List<String> limits() {
    List<String> limits = new ArrayList<>();
    for (Tested test : tests) {
      PlannedContrast contrast = test.contrast();
      if (contrast.missing() > 0) {
        limits.add(
            "%s is not measurable: in %d of %d histories a store of the model's own is under chance + 0.20, so that a ratio to it means nothing, or an answer or a rung of a repair is missing. It takes part in the correction with p = 1."
                .formatted(contrast.name(), contrast.missing(), contrast.points().size()));
      } else if (contrast.estimate().isEmpty()) {
        limits.add("%s has no spread over histories to test it by.".formatted(contrast.name()));
      }
    }
    return limits;
  }

  private List<Entry> ours(Tested test) {
    PlannedContrast contrast = test.contrast();
    Optional<TEstimate> estimate = contrast.estimate();
    OptionalDouble value = contrast.value();
    return List.of(
        Shown.points(value),
        Shown.points(estimate.map(TEstimate::interval)),
        Shown.points(
            value.isPresent()
                ? OptionalDouble.of(value.getAsDouble() - margin)
                : OptionalDouble.empty()),
        estimate.map(e -> Shown.p(e.pAbove(margin))).orElseGet(Shown::absent),
        estimate.map(e -> Shown.p(test.holm())).orElseGet(Shown::absent),
        Shown.text(test.decision().label()),
        Shown.count(contrast.values().length));
  }

  private Verdict verdict(Tested test) {
    PlannedContrast contrast = test.contrast();
    Decision decision =
        switch (test.decision()) {
          case SUPPORTED -> Decision.YES;
          case NOT_SUPPORTED -> Decision.NO;
          case NOT_MEASURABLE -> Decision.NOT_MEASURABLE;
        };
    String reason =
        contrast.value().isEmpty()
            ? "%d of %d histories have no value"
                .formatted(contrast.missing(), contrast.points().size())
            : "Estimate %s points%s"
                .formatted(
                    Shown.signed(contrast.value().getAsDouble()),
                    contrast.estimate().map(e -> spread(e, test.holm())).orElse(""));
    String claim = CLAIMS.getOrDefault(contrast.name(), contrast.name()).formatted(margin);
    return new Verdict(claim, decision, OptionalDouble.empty(), reason);
  }

  private static String spread(TEstimate estimate, double holm) {
    Interval interval = estimate.interval();
    return " (%s to %s), Holm p %s"
        .formatted(
            Shown.signed(interval.low()), Shown.signed(interval.high()), Shown.p(holm).shown());
  }

  private Tested tested(String name) {
    return tests.stream()
        .filter(test -> test.contrast().name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
