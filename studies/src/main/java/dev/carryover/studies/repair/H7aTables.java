package dev.carryover.studies.repair;

import dev.carryover.core.Seeds;
import dev.carryover.core.stats.BootstrapDistribution;
import dev.carryover.core.stats.Contrast;
import dev.carryover.core.stats.HistoryBootstrap;
import dev.carryover.core.stats.HistoryStatistic;
import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.migrations.analysis.PlannedContrast;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.report.StudyTable.Entry;
import dev.carryover.studies.report.Verdict;
import dev.carryover.studies.report.Verdict.Decision;
import dev.carryover.studies.swap.Shown;
import dev.carryover.studies.swap.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** H7a as planned and by direction, beside the paper's. */
final class H7aTables {
  private final PlannedContrast planned;
  private final List<PlannedContrast> directions;
  private final int margin;
  private final long seed;

  /**
   * @param margin in points
   * @param seed of the study
   */
  H7aTables(Trial notes, int margin, long seed) {
    this.planned = NotesRepairs.h7a(notes);
    this.directions =
        Method.DIRECTIONS.stream().map(direction -> NotesRepairs.h7a(notes, direction)).toList();
    this.margin = margin;
    this.seed = seed;
  }

  /** Why it has no value; empty where it has one. */
  Optional<String> unmeasurable() {
    return decision(planned) == PlannedContrast.Decision.NOT_MEASURABLE
        ? Optional.of(
            "H7a has no value: in %d of %d histories an answer or a rung of a repair is missing, or all differences are equal"
                .formatted(planned.missing(), planned.points().size()))
        : Optional.empty();
  }

  /** The test as planned; here it is the only one. */
  Verdict verdict() {
    Decision decision =
        switch (decision(planned)) {
          case SUPPORTED -> Decision.YES;
          case NOT_SUPPORTED -> Decision.NO;
          case NOT_MEASURABLE -> Decision.NOT_MEASURABLE;
        };
    String estimate =
        planned
            .estimate()
            .map(
                e ->
                    "Estimate %s points (%s to %s), p %s"
                        .formatted(
                            Shown.signed(e.mean()),
                            Shown.signed(e.interval().low()),
                            Shown.signed(e.interval().high()),
                            Shown.p(e.pAbove(margin)).shown()))
            .orElse("There is no estimate");
    return new Verdict(
        "H7a: repairs without the history lose over %d points".formatted(margin),
        decision,
        OptionalDouble.empty(),
        estimate + "; the paper: +8.90 points, supported");
  }

  /** Points that a repair without the history loses. */
  StudyTable table() {
    List<List<Entry>> rows = new ArrayList<>();
    rows.add(
        row(
            planned,
            Shown.text(decision(planned).label()),
            List.of(
                Shown.points(PaperRepairs.POINTS),
                Shown.p(PaperRepairs.HOLM),
                Shown.text("supported"))));
    for (PlannedContrast direction : directions) {
      rows.add(
          row(
              direction,
              Shown.text("not planned"),
              List.of(Shown.absent(), Shown.absent(), Shown.absent())));
    }
    return new StudyTable(
        "h7a",
        "H7a: points that notes lose when they are repaired without the history, one-sided against %d"
            .formatted(margin),
        List.of(
            "test",
            "points",
            "interval",
            "over_margin",
            "p",
            "bootstrap_90",
            "bootstrap_p",
            "histories",
            "decision",
            "paper_points",
            "paper_p_holm",
            "paper_decision"),
        rows);
  }

  private List<Entry> row(PlannedContrast contrast, Entry decision, List<Entry> paper) {
    Optional<TEstimate> estimate = contrast.estimate();
    Optional<BootstrapDistribution> bootstrap = estimate.map(e -> bootstrap(contrast));
    OptionalDouble value = contrast.value();
    List<Entry> row = new ArrayList<>();
    row.add(Shown.text(contrast.name()));
    row.add(Shown.points(value));
    row.add(Shown.points(estimate.map(TEstimate::interval)));
    row.add(
        Shown.points(
            value.isPresent()
                ? OptionalDouble.of(value.getAsDouble() - margin)
                : OptionalDouble.empty()));
    row.add(estimate.map(e -> Shown.p(e.pAbove(margin))).orElseGet(Shown::absent));
    Optional<Interval> interval = bootstrap.map(b -> b.interval(0.90));
    row.add(Shown.points(interval));
    row.add(bootstrap.map(b -> Shown.p(b.pAbove(margin))).orElseGet(Shown::absent));
    row.add(Shown.count(contrast.values().length));
    row.add(decision);
    row.addAll(paper);
    return row;
  }

  private BootstrapDistribution bootstrap(PlannedContrast contrast) {
    double[] values = contrast.values();
    return HistoryBootstrap.resample(
            values.length,
            List.of(
                new Contrast(
                    contrast.name(),
                    contrast.value().orElseThrow(),
                    HistoryStatistic.mean(values))),
            Seeds.derive(seed, "repair", "bootstrap"))
        .get(0);
  }

  private PlannedContrast.Decision decision(PlannedContrast contrast) {
    return contrast.decision(margin, contrast.pAbove(margin));
  }
}
